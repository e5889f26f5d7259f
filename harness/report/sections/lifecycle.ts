import { plural } from '../../core/plural.ts';
import { type Lifecycle, lifecycleIn } from '../../facts/lifecycle/lifecycle.ts';
import { outputInWords } from '../describe-lifecycle-drift.ts';
import { anchor } from '../html/anchor.ts';
import { group, table } from '../html/table.ts';
import { drawLifecycle } from '../lifecycle/draw-lifecycle.ts';
import { lifecycleInWords } from '../lifecycle/lifecycle-in-words.ts';
import { lifecycleAsMermaid } from '../lifecycle/mermaid.ts';
import { block, prose } from '../markdown-text.ts';
import { type Markup, markup } from '../markup.ts';
import { section } from './section.ts';

/** The state machine of an order, as it was learned: a diagram, and every transition with its evidence. */
export const lifecycleSection = section({
  id: 'lifecycle',
  title: 'Lifecycle',
  part({ view, summary: { dialect } }) {
    const lifecycle = dialect && lifecycleIn(view);
    return lifecycle && lifecycle.transitions.length > 0 ? lifecycle : undefined;
  },
  count: ({ states, transitions }) => `${plural(states.length, 'state')}, ${plural(transitions.length, 'transition')}`,
  html: lifecycle => markup`<p class="lead">${lifecycleInWords(lifecycle)}</p>
<div class="card">${drawLifecycle(lifecycle)}</div>
${group(
  markup`<b>Transitions</b>`,
  undefined,
  lifecycle.states.map(state => ofState(lifecycle, state)),
)}${group(markup`<b>As Mermaid</b>`, undefined, markup`<pre tabindex="0">${lifecycleAsMermaid(lifecycle)}</pre>`)}`,
  markdown: lifecycle => [prose(lifecycleInWords(lifecycle)), block(lifecycleAsMermaid(lifecycle), 'mermaid')],
});

const HEAD = ['Event', 'Answer and webhooks', 'Leads to', 'Seen', 'Evidence'];

function ofState({ transitions }: Lifecycle, state: string): Markup | undefined {
  const own = transitions.filter(({ from }) => from === state);
  if (own.length === 0) return undefined;
  const odd = own.filter(({ contradicted }) => contradicted !== undefined).length;
  const rows = own.map(each => {
    const others = each.contradicted?.map(
      other => markup`<br><b class="bad">also</b> ${outputInWords(other)}
<span class="small">${other.count}, ${links(other.evidence)}</span>`,
    );
    const leads = each.to === state ? 'stays' : each.to;
    return [each.event, markup`${outputInWords(each)}${others}`, leads, each.count, links(each.evidence)];
  });
  const count = markup`${plural(own.length, 'event')}${odd > 0 && markup` <b class="bad">✗ ${odd} contradicted</b>`}`;
  return group(markup`<b>${state}</b>`, count, table(HEAD, rows));
}

function links(evidence: readonly string[]): readonly Markup[] {
  return evidence.map((id, nth) => markup`${nth > 0 && ' '}<a href="#${anchor(id)}"><code>${id}</code></a>`);
}
