import { array, assert, constantFrom, integer, oneof, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import '../sandbox/start-sandbox.ts';
import type { Dialect } from '../evidence/dialect.ts';
import type { RecordLine } from '../evidence/evidence.ts';
import { embeddedTarget } from '../journeys/embedded-target.ts';
import { performRun } from '../testing/perform-run.ts';
import { simulatedWorld } from '../world/simulated/simulated-world.ts';
import { type Left, TimeLeft } from './time-left.ts';

/** A line of the record, and when it was written. */
type Timed = readonly [now: number, line: RecordLine];
/** What was said at a time. */
interface Said {
  readonly at: number;
  readonly left: Left | undefined;
}

/** What is said each second, while the lines of a record come. */
function saidDuring(lines: readonly Timed[]): readonly Said[] {
  const timeLeft = new TimeLeft();
  const said: Said[] = [];
  let at = 0;
  for (const [now, line] of lines) {
    for (; at < now; at += 1_000) said.push({ at, left: timeLeft.at(at) });
    timeLeft.take(line, now);
  }
  return said;
}

/** By how much each value exceeds the one before it that was said, where no reason is given. */
function growth(all: readonly Said[]): readonly number[] {
  const said = all.flatMap(({ at, left }) => (left ? [{ at, ...left }] : []));
  return said.flatMap(({ at, ms, because }, nth) => {
    const before = said[nth - 1];
    return before === undefined || because !== undefined ? [] : [ms / Math.max(1, before.ms - (at - before.at))];
  });
}

/** The lines of a whole run against the sandbox, in simulated time. */
async function linesOf(dialect: Dialect): Promise<readonly Timed[]> {
  const world = simulatedWorld(1);
  const lines: Timed[] = [];
  await world.run(() =>
    performRun({
      world,
      target: () => embeddedTarget({ world, service: world.service, settings: {}, dialect }),
      opened: ({ recorder }) => void recorder.listen(line => void lines.push([world.monotonic(), line])),
    }),
  );
  return lines;
}

test.each([
  ['come after 2 s', { delivery: { delayMs: [2_000, 2_000] } }],
  ['come after 0 to 6 s', { delivery: { delayMs: [0, 6_000] } }],
  ['name no order', { orderId: {} }],
])('Where webhooks %s, the time left grows only with a reason, and is about right at half time', async (_, dialect) => {
  const lines = await linesOf(dialect);
  const said = saidDuring(lines);
  expect(Math.max(...growth(said))).toBeLessThanOrEqual(1.2);
  const end = lines.findLast(([, line]) => line.type === 'scenario')?.[0] ?? 0;
  const begin = lines.find(([, line]) => line.type === 'plan')?.[0] ?? 0;
  const half = said.findLast(({ at, left }) => left && at <= (begin + end) / 2);
  const real = end - (half?.at ?? 0);
  expect(half?.left?.ms).toBeGreaterThan(real / 3);
  expect(half?.left?.ms).toBeLessThan(real * 3);
});

const WAIT = { type: 'wait', since: '', from: 0, to: 9_000, allowed: 0 } as const;

test.each<readonly [string, (journey: string) => RecordLine]>([
  ['webhooks take', journey => ({ ...WAIT, journey, kind: 'event', outcome: 'came' })],
  ['waiting for webhooks that do not come', journey => ({ ...WAIT, journey, kind: 'event', outcome: 'missed' })],
  [
    'waiting for redeliveries that do not come',
    journey => ({ ...WAIT, journey, kind: 'redelivery', outcome: 'missed' }),
  ],
  ['rate limit (429)', journey => answered(journey, 429)],
  ['the service answers 503', journey => answered(journey, 503)],
  ['the tunnel was down', () => ({ type: 'trouble', kind: 'tunnel-down', from: 0, to: 1, message: '' })],
])('What takes longer says why: %s', (because, line) => {
  const lines: Timed[] = [[0, planOf(40)]];
  const drive = (nth: number, from: number, took: number, extra: RecordLine) => {
    const journey = { type: 'journey', id: `j${nth}`, scenario: 's', order: '', from } as const;
    lines.push([from, journey], [from + took, extra], [from + took, { ...journey, to: from + took }]);
  };
  for (let nth = 0; nth < 10; nth++)
    drive(nth, nth * 1_000, 1_000, { ...WAIT, to: 1_000, journey: `j${nth}`, kind: 'event', outcome: 'came' });
  for (let nth = 0; nth < 10; nth++) drive(10 + nth, 10_000 + nth * 10_000, 10_000, line(`j${10 + nth}`));
  const reasons = saidDuring(lines).flatMap(({ left }) => left?.because ?? []);
  expect(reasons[0]).toContain(because);
});

function planOf(orders: number): RecordLine {
  const scenarios = [{ id: 's', least: 1, planned: orders, driven: orders }];
  return { type: 'plan', id: 'plan', at: 0, atOnce: 1, slowestMs: 1_000, scenarios };
}

function answered(journey: string, status: number): RecordLine {
  const request = { method: 'POST', url: '', headers: [] };
  const response = { status, headers: [], body: { size: 0, sha256: '' } };
  return { type: 'exchange', id: 'x', attempt: 0, sentAt: 0, endedAt: 0, journey, request, response } as RecordLine;
}

test('Where journeys take longer and nothing says why, nothing is said', () => {
  const lines: Timed[] = [[0, planOf(60)]];
  for (let nth = 0, now = 0; nth < 40; nth++) {
    const journey = { type: 'journey', id: `j${nth}`, scenario: 's', order: '', from: now } as const;
    lines.push([now, journey]);
    now += nth < 10 ? 1_000 : 20_000;
    lines.push([now, { ...journey, to: now }]);
  }
  const said = saidDuring(lines);
  expect(said.filter(({ left }) => left)).not.toEqual([]);
  expect(said.at(-1)?.left).toBeUndefined();
});

test('Whatever a record holds, the time left grows only with a reason', () => {
  const event = record({
    pause: integer({ min: 0, max: 20_000 }),
    what: oneof(
      constantFrom('begin', 'end', 'end', 'begin', 'came', 'missed', 'refused'),
      constantFrom('begin', 'end'),
    ),
    scenario: constantFrom('s', 't'),
  });
  assert(
    property(array(event, { minLength: 30, maxLength: 120 }), integer({ min: 1, max: 8 }), (events, atOnce) => {
      const driven = { least: 2, planned: 60, driven: 30 };
      const plan = { at: 0, atOnce, slowestMs: 0, scenarios: ['s', 't'].map(id => ({ id, ...driven })) };
      const lines: Timed[] = [[0, { type: 'plan', id: 'plan', ...plan }]];
      const open: (RecordLine & { readonly type: 'journey' })[] = [];
      let now = 0;
      for (const [nth, { pause, what, scenario }] of events.entries()) {
        now += pause;
        const [journey] = open;
        if (what === 'begin' || journey === undefined) {
          open.push({ type: 'journey', id: `j${nth}`, scenario, order: '', from: now });
          lines.push([now, open.at(-1) as RecordLine]);
        } else if (what === 'end') {
          open.shift();
          lines.push([now, { ...journey, to: now }]);
        } else if (what === 'refused') lines.push([now, answered(journey.id, 503)]);
        else lines.push([now, { ...WAIT, journey: journey.id, to: pause, kind: 'event', outcome: what }]);
      }
      expect(Math.max(0, ...growth(saidDuring(lines)))).toBeLessThanOrEqual(1.2);
    }),
  );
});
