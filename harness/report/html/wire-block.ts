import type { Exchange, Journey } from '../../core/evidence.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { anchor } from './anchor.ts';
import { badges, marks } from './badge.ts';
import type { Fitting } from './within-budget.ts';

/**
 * Builds the block of an exchange or delivery: its line, its content, its findings, its journey. The anchor is within
 * what opens, so a link to it opens it, with or without a script.
 */
export function blockOf(
  { id, leaked }: Pick<Exchange, 'id' | 'leaked'>,
  index: RunIndex,
  journey: Journey | undefined,
  line: Markup,
  content: () => readonly Markup[],
): Fitting {
  const findings = index.findingsOf(id);
  const secrets = leaked && markup`<p>Gave back secrets: <b>${leaked.join(', ')}</b> (redacted here).</p>`;
  const of = journey && markup`Of journey <a href="#${anchor(journey.id)}">${journey.id}</a>, order ${journey.order}.`;
  const shows = findings.length > 0 && markup` Shows${badges(findings)}`;
  const context = (of || shows) && markup`<p class="small">${of}${shows}</p>`;
  return {
    ...{ id, weight: findings.length },
    full: () => markup`<details class="item"><summary>${line}${marks(findings)}</summary>
<div class="in" id="${anchor(id)}">${content()}${secrets}${context}</div></details>
`,
    brief: () => markup`<p class="item brief" id="${anchor(id)}">${line}${badges(findings)}</p>
`,
  };
}
