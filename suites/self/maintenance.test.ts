import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimulated, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();
/** More orders than the scenarios of the suite can use. */
const ORDERS = 260;

/** Scenarios of several kinds. */
const SCENARIOS = ['happy-path', 'failure', 'refused-deliveries', 'many-at-once'].flatMap(name => [
  '--only',
  `collection/${name}`,
]);

/** A run against a service with maintenance windows, in simulated time. */
const runWith = (windows: readonly { readonly at: number; readonly ms: number }[]) =>
  runSimulated({ args: SCENARIOS, folder: newFolder(), orders: ORDERS, disturbances: { windows } });

test.each([
  ['at its start', [{ at: 0, ms: 10_000 }]],
  [
    'twice in its middle',
    [
      { at: 1_500, ms: 10_000 },
      { at: 19_500, ms: 10_000 },
    ],
  ],
])('A maintenance window %s is waited out, and other orders replace those that it affects', async (_, windows) => {
  const { code, summary, out, stderr } = await runWith(windows);
  expect([code, summary.cause, summary.findings]).toEqual([0, 'none', []]);
  const { journeys = [] } = summary;
  const hidden = journeys.filter(({ status }) => status !== 'passed');
  expect(hidden.map(({ status }) => status)).toEqual(hidden.map(() => 'incomplete'));
  expect(hidden.length > 0).toBe(windows.length > 1);
  const [, wanted] = stderr.match(/drives up to (\d+) collection orders/) ?? [];
  expect(journeys.length - hidden.length).toBe(Number(wanted));
  const report = readFileSync(join(out, 'report.md'), 'utf8');
  expect(report).toMatch(/From 00:.* UTC: the service answered 503 /);
  for (const { id } of hidden) expect(report).toMatch(new RegExp(`${id} .*answered 503 with Retry-After to`));
});

test.each([
  ['from the start on', 0],
  ['later', 2_000],
])('A window without end %s is unreachable, and the verdict says how long it lasted', async (_, at) => {
  const { code, summary } = await runWith([{ at, ms: 86_400_000 }]);
  expect([code, summary.verdict, summary.cause]).toEqual([3, 'unreachable', 'service']);
  expect(summary.message).toContain('The service answered 503 with Retry-After for 300 s');
  expect(summary.journeys?.length).toBeLessThan(3);
});
