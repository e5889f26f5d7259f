import { plural } from '../base/plural.ts';
import type { Fact, FactsFile } from '../facts/fact.ts';
import type { Lifecycle } from '../facts/lifecycle/lifecycle.ts';
import { ownCommand } from '../settings/own-command.ts';
import { type Block, fold, heading, list, table, text } from './blocks.ts';
import { answer, gapFolds, gapsSeen, nameOf, valuesOf } from './gap-folds.ts';
import { lifecycleInWords, movesOf, transitionsTable } from './lifecycle/lifecycle-in-words.ts';
import { code, joined, type Line, stacked } from './line.ts';
import { printMarkdown } from './print-markdown.ts';

/** What an integrator has to know first: to verify a webhook, to read it, to answer it, and to call again. */
const FIRST = [
  ...['signature.header-name', 'signature.t-unit', 'event.type-field', 'event.names', 'event.id-field'],
  ...['event.order-field', 'webhook.retry-schedule', 'webhook.timeout', 'webhook.order', 'idempotency.replay'],
];

/** Answers to one gap that the page lists; `facts.json` has all. */
const MOST_OF_GAP = 12;

/**
 * What a target does where the specification is silent, on one page: the ten answers that an integrator needs first,
 * then contradictions, and the rest folded. It holds no counts and no dates of a fact that stays the same, so that a
 * night on which nothing changes leaves it as it was. Pure: the same facts give the same page.
 */
export function observedAsMarkdown({ target, facts }: FactsFile, lifecycle?: Lifecycle): string {
  const all = gapsSeen(facts);
  const answered = all.filter(({ seen }) => seen.length > 0);
  const first = FIRST.flatMap(id => answered.find(gap => gap.id === id) ?? []);
  const odd = facts.filter(({ status }) => status === 'contradicted');
  return `${[
    `# Observed: ${printMarkdown([text(target)])}`,
    ...printMarkdown(
      [
        text(
          'What this deployment does where the specification is silent. An observed value is an example; others are ' +
            `possible. ${answered.length} of ${plural(all.length, 'gap')} are answered.`,
        ),
        heading('What an integrator needs first'),
        table(
          ['The specification leaves open', 'This deployment'],
          first.map(gap => [[gap.text, ' (', code(gap.id), ')'], stacked(...gap.seen.map(withCondition))]),
        ),
        odd.length > 0 && [
          heading('Contradictions'),
          list(odd.map(fact => [code(nameOf(fact)), `: ${fact.reason ?? 'contradictory observations'}`])),
        ],
        heading('The rest'),
        lifecycle && lifecycleFold(lifecycle),
        gapFolds(all, MOST_OF_GAP),
        historyFold(facts),
        text([
          ...[code('observe'), ' wrote this page from ', code('facts.json'), ', which has the counts and times. '],
          ...[code(ownCommand('explain', 'GAP')), ' explains a gap, ', code(ownCommand('reference', 'RUN_DIR'))],
          ...[' writes the answers into the OpenAPI document. To hold later runs to an answer, add '],
          ...[code('"confirmed": "who, when"'), ' to it in ', code('facts.json'), ', and run with '],
          ...[code('--baseline'), ' and this folder.'],
        ]),
      ],
      2,
    ),
  ].join('\n\n')}\n`;
}

function lifecycleFold(lifecycle: Lifecycle): Block {
  return fold('Lifecycle of a collection order', [
    text(lifecycleInWords(lifecycle)),
    transitionsTable(movesOf(lifecycle)),
  ]);
}

/** Changes: where one value ended and the next began. */
function historyFold(facts: readonly Fact[]): Block | false {
  const changed = facts.filter(({ epochs = [] }) => epochs.length > 1);
  const lines = changed.map(fact => {
    const epochs = (fact.epochs ?? []).map(({ value, status, firstSeen, lastSeen, runs }) => [
      valuesOf({ ...fact, value, status }),
      ` from ${firstSeen.slice(0, 10)} to ${lastSeen.slice(0, 10)} (${plural(runs, 'run')})`,
    ]);
    return [code(nameOf(fact)), ': ', joined(epochs, ', then ')];
  });
  return lines.length > 0 && fold('What changed over time', [list(lines)], { count: lines.length });
}

function withCondition(fact: Fact): Line {
  return [fact.condition !== undefined && `${fact.condition}: `, answer(fact)];
}
