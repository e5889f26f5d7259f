import { expect, test } from 'vitest';
import type { CaseRecord } from '../../../evidence/evidence.ts';
import { conclude } from '../../../report/conclude.ts';
import { fakeWorld } from '../../../testing/fake-world.ts';
import { gateSdk } from '../../../testing/judge-sdk.ts';
import { launchInProcess } from '../../../testing/sdk/in-process.ts';
import type { Asker } from '../gate-case.ts';
import type { VerifyParams } from '../protocol.ts';
import { INJECTED_NOW } from '../signature-cases.ts';
import { adviceOnCost, grow, growthFact, verifyCosts } from './cost.ts';

/** The milliseconds that an SDK takes for a question, which comes in a line of this length. */
type Cost = (question: VerifyParams, length: number) => number;

/** The time to read a line and to look at each of its characters once. */
const linear: Cost = (_, length) => 0.2 + length / 70_000;
/** What an SDK does besides. */
const and =
  (cost: Cost): Cost =>
  (question, length) =>
    linear(question, length) + cost(question, length);
const headerOf = ({ header }: VerifyParams) => String(header ?? '');
const countOf = (question: VerifyParams, part: RegExp) => headerOf(question).match(part)?.length ?? 0;
/** Quadratic time of a count: a millisecond for a thousand. */
const squared = (count: number, perMillion = 1) => (count * count * perMillion) / 1e6;

/** What the cost cases show of an SDK that takes this time. @param reply its answer. Default: a refusal */
async function askedOf(cost: Cost, reply: object = { kind: 'result', result: { accepted: false } }) {
  let elapsed = 0;
  const call = async (_: string, question: VerifyParams & { readonly padding?: readonly string[] }) => {
    elapsed += cost(
      question,
      200 + headerOf(question).length + question.body.length + 83 * (question.padding?.length ?? 0),
    );
    return reply;
  };
  const asker = { call, elapsed: () => elapsed, now: () => INJECTED_NOW } as unknown as Asker;
  const asked: CaseRecord[] = [];
  for (const { id, method, ask } of verifyCosts()) asked.push({ id, method, ...(await ask(asker)) });
  return {
    problems: asked.flatMap(({ problems }) => problems),
    advised: asked.flatMap(adviceOnCost).flatMap(({ message }) => /faster than the number of (.*)/.exec(message)?.[1]),
    facts: asked.flatMap(each => growthFact(each) ?? []),
  };
}

/** Verifies in step with the size. A busy machine interrupts answers that take longer than a slice of its time. */
function interruptedAbove(milliseconds: number): Cost {
  return (question, length) => {
    if (headerOf(question) === '') return linear(question, length);
    const own = 0.2 + length / 20_000;
    return own * (own > milliseconds ? 8 : 1);
  };
}

const ROWS: readonly (readonly [sdk: string, cost: Cost, advised: readonly string[]])[] = [
  ['takes time in step with the size', linear, []],
  ['refuses a header over 8 KiB at once', and(q => squared(Math.min(headerOf(q).length, 8192))), []],
  ['is interrupted in long answers', (q, length) => linear(q, length) * (linear(q, length) > 4 ? 12 : 1), []],
  ['is interrupted in long answers, and not where it only reads the line', interruptedAbove(20), []],
  ['reads a long line in quadratic time', and((_, length) => squared(length / 100, 20)), []],
  ['compares all values of v1 slowly', and(q => squared(countOf(q, /\bv1=/g), 200)), ['values of v1']],
  [
    'computes a number digit by digit',
    and(q => squared(/t=(\d*)/.exec(headerOf(q))?.[1]?.length ?? 0, 0.1)),
    ['digits of t'],
  ],
  ['copies the body at each element', and(({ body }) => squared(body.length / 100, 10)), ['elements of the body']],
  [
    'compares all elements of the header, also on a busy machine',
    (q, length) => and(() => squared(countOf(q, /,/g), 5))(q, length) * (length > 300_000 ? 2 : 1),
    ['values of v1', 'pairs of other names', 'commas'],
  ],
];

test.each(ROWS)(
  'Advice about time is due where it grows faster than the size: an SDK that %s',
  async (_, cost, advised) => {
    const { problems, facts, ...asked } = await askedOf(cost);
    expect(problems).toEqual([]);
    expect(asked.advised).toEqual(advised);
    const faster = facts.filter(({ value }) => String(value).includes('faster'));
    expect(faster.map(({ condition }) => condition)).toEqual(advised.map(what => `a forged webhook with many ${what}`));
    expect(facts).toHaveLength(5);
  },
);

test('An error is a refusal', async () => {
  const asked = await askedOf(linear, { kind: 'broke', failure: 'error', said: 'too long' });
  expect(asked).toMatchObject({ problems: [], advised: [], facts: { length: 5 } });
});

/** The findings of a gate of a verifier that takes this time, in simulated time, and its facts. */
async function gatedOf(cost: Cost) {
  const world = fakeWorld();
  const description = { name: 'slow', version: '1', language: 'any', clock: 'injected', methods: ['verify'] };
  const verify = (question: VerifyParams) => {
    world.advance(cost(question, headerOf(question).length));
    return { accepted: false };
  };
  const evidence = await gateSdk(launchInProcess({ describe: () => description, verify }), {
    world,
    caseId: 'verify/cost/v1',
  });
  // A replay has only the record.
  const { summary, facts } = conclude(JSON.parse(JSON.stringify(evidence)));
  const findings = summary.findings.map(({ severity, message }) => `${severity}: ${message}`);
  return { findings, facts: facts.facts.map(({ value }) => value) };
}

test('A gate gives the advice and the fact', async () => {
  expect(await gatedOf(question => 0.2 + squared(countOf(question, /\bv1=/g), 200))).toEqual({
    findings: ['advice: the time to refuse a forged webhook grows faster than the number of values of v1'],
    facts: ['time grows faster than their number'],
  });
});

test('A hang is a breach, and without a fact about time', async () => {
  expect(await gatedOf(question => (countOf(question, /\bv1=/g) > 5_000 ? 10_200 : 0.2))).toEqual({
    findings: ['breach: the adapter does not answer within 10 s'],
    facts: [],
  });
});

test('A text grows by numbered elements', () => {
  const growing = { begin: 't=1', part: ',v1={4}', end: ';' };
  expect([1, 3].map(size => grow(growing, size))).toEqual(['t=1,v1=0000;', 't=1,v1=0000,v1=0001,v1=0002;']);
  expect(grow({ begin: 't=', part: '9', end: ',' }, 3)).toBe('t=999,');
});
