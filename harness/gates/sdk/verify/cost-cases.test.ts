import { describe, expect, test } from 'vitest';
import { conclude } from '../../../report/conclude.ts';
import { fakeWorld } from '../../../testing/fake-world.ts';
import { gateSdk } from '../../../testing/judge-sdk.ts';
import { launchInProcess } from '../../../testing/sdk/in-process.ts';
import { sdkOf } from '../../../testing/sdk/variant-sdk.ts';
import { costCases, grow } from '../cases/costs.ts';
import type { Launch } from '../connection.ts';
import type { VerifyParams } from '../protocol.ts';
import { INJECTED_NOW } from '../signature-cases.ts';

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

/** Gates a correct verifier that takes this time, in simulated time. */
async function gateOf(cost: Cost, fail?: (question: VerifyParams) => void) {
  const world = fakeWorld();
  const { verify, ...sdk } = sdkOf({}, { methods: ['verify'] });
  const failing = (question: VerifyParams) => {
    fail?.(question);
    return verify?.(question as never);
  };
  const start = launchInProcess({ ...sdk, verify: failing });
  const launch: Launch = listener => {
    const connection = start(listener);
    const send = (line: string) => {
      const { method, params } = JSON.parse(line);
      if (method === 'verify') world.advance(cost(params, line.length));
      connection.send(line);
    };
    return { ...connection, send };
  };
  const evidence = await gateSdk(launch, { world });
  const { summary, facts } = conclude(evidence);
  const faster = facts.facts.filter(({ value }) => String(value).includes('faster'));
  return {
    evidence,
    exitCode: summary.exitCode,
    findings: summary.findings.map(({ severity, message }) => `${severity}: ${message}`),
    advised: summary.findings.flatMap(({ message }) => /faster than the number of (.*)/.exec(message)?.[1] ?? []),
    facts: facts.facts.length,
    faster: faster.map(({ condition }) => condition?.replace('a forged webhook with many ', '')),
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

describe('Advice about time is due where it grows faster than the size', () => {
  test.each(ROWS)('An SDK that %s', async (_, cost, advised) => {
    const gate = await gateOf(cost);
    expect(gate.advised).toEqual(advised);
    expect(gate.faster).toEqual(advised);
    expect(gate.facts).toBe(5);
    expect(gate.findings.filter(finding => !finding.startsWith('advice: '))).toEqual([]);
    expect(gate.exitCode).toBe(0);
    // A replay has only the record.
    const { summary, facts } = conclude(JSON.parse(JSON.stringify(gate.evidence)));
    expect(summary.findings.map(({ severity, message }) => `${severity}: ${message}`)).toEqual(gate.findings);
    expect(facts).toEqual(conclude(gate.evidence).facts);
  });
});

test('An error is a refusal', async () => {
  const gate = await gateOf(linear, question => {
    if (headerOf(question).length > 100_000) throw new Error('too long');
  });
  expect([gate.exitCode, gate.findings, gate.facts]).toEqual([0, [], 5]);
});

test('A hang is a breach, and the time of an SDK with a breach is not looked at', async () => {
  const gate = await gateOf(and(question => (countOf(question, /\bv1=/g) > 5_000 ? 10_200 : 0)));
  expect(gate.findings).toEqual(['breach: the adapter does not answer within 10 s']);
  expect([gate.exitCode, gate.facts]).toEqual([1, 0]);
});

test('A text grows by numbered elements', () => {
  const growing = { begin: 't=1', part: ',v1={4}', end: ';' };
  expect([1, 3].map(size => grow(growing, size))).toEqual(['t=1,v1=0000;', 't=1,v1=0000,v1=0001,v1=0002;']);
  expect(grow({ begin: 't=', part: '9', end: ',' }, 3)).toBe('t=999,');
});

test('The largest body has 8 MB, and the largest header 6.8 MB', () => {
  const sizes = costCases(INJECTED_NOW).map(({ header, body }) =>
    [header, body].map(each => grow(each, 100_000).length),
  );
  expect(Math.max(...sizes.map(([header = 0]) => header))).toBe(6_800_012);
  expect(Math.max(...sizes.map(([, body = 0]) => body))).toBe(8_000_011);
});
