import { expect, test } from 'vitest';
import { ALONE, type Answers, AT_ONCE, BEHIND_ANOTHER, partsOf } from './refusals.ts';

/** An answer, and the attempt that it answers. */
interface Cell {
  readonly kind: string;
  readonly late: number;
  readonly attempt: number;
}

const KINDS = ['5xx', '408', '425', '429', 'cut'];
const DELAYS = [0, 1, 2, 3];
const CONTEXTS = { alone: ALONE.flat(), 'behind another': BEHIND_ANOTHER, 'many at once': AT_ONCE };
const ALL = Object.values(CONTEXTS).flat();

function cellsOf(sequences: readonly Answers[]): readonly Cell[] {
  return sequences.flatMap(answers =>
    partsOf(answers).map(({ kind, late }, nth) => ({
      ...{ kind: kind.replace(/^5\d\d$/, '5xx'), late, attempt: nth + 1 },
    })),
  );
}

/** The values that some values are never combined with. */
function missing(
  sequences: readonly Answers[],
  of: (cell: Cell) => string,
  some: readonly unknown[],
  others: unknown[],
) {
  const found = new Set(cellsOf(sequences).map(of));
  return some.flatMap(one => others.map(other => `${one} ${other}`)).filter(pair => !found.has(pair));
}

test.each([
  ['kind of answer comes with each delay', missing(ALL, ({ kind, late }) => `${kind} ${late}`, KINDS, DELAYS)],
  ['kind comes at each attempt', missing(ALL, one => `${one.kind} ${one.attempt}`, [...KINDS, 'silence'], [1, 2])],
  ['delay comes at each attempt', missing(ALL, ({ late, attempt }) => `${late} ${attempt}`, DELAYS, [1, 2])],
  ['attempt is acknowledged late', missing(ALL, one => `${one.kind} ${one.attempt}`, ['ack'], [1, 2, 3])],
])('Among the answers, each %s', (_, pairs) => expect(pairs).toEqual([]));

test.each(Object.entries(CONTEXTS))('Among the answers, each kind and each delay come %s', (_, sequences) => {
  expect(missing(sequences, ({ kind }) => `${kind} `, KINDS, [''])).toEqual([]);
  expect(missing(sequences, ({ late }) => `${late} `, DELAYS, [''])).toEqual([]);
});

test('No delivery is refused three times, and no order waits for two silences', () => {
  for (const answers of ALL) expect(partsOf(answers).filter(({ kind }) => kind !== 'ack').length).toBeLessThan(3);
  for (const order of ALONE) expect(order.join().match(/silence/g)?.length ?? 0).toBeLessThan(2);
});
