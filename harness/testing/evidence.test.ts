import { beforeAll, expect, test } from 'vitest';
import { isObject } from '../base/json.ts';
import { FAILURES, HAPPY_PATH, leadsToCredit } from '../contract/lifecycle.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { linesOf } from '../evidence/evidence-lines.ts';
import { valueAt } from '../evidence/interpretation.ts';
import { embeddedTarget } from '../journeys/embedded-target.ts';
import type { Scenario, ScenarioContext } from '../journeys/scenario.ts';
import { realWorld } from '../world/real-world.ts';
import { aSoundRun } from './evidence.ts';
import { performRun } from './perform-run.ts';

/** The members that only real runs have, by the reason why constructed runs lack them. */
const ONLY_REAL: { readonly [reason: string]: RegExp } = {
  'HTTP adds these headers, and no check reads them': / (connection|content-length|date|host|keep-alive)$/,
  'the specification names no further field of an event, and no check may need one': / holds\.(created_at|data\.\w+)$/,
  'settings give networks and a key, which a test says with `info`': /^run\.settings\.(networksGiven|isTestKey)$/,
  'no check reads what a run left out, and a test says it with a plan of its own': /^plan\./,
  'a loaded machine stalls, which a test says with `trouble`': /^trouble\./,
};

type Drive = Parameters<ScenarioContext['journeys']>[0];

const refusal = [{ kind: 'status', status: 503, refused: true }] as const;

/** The steps of {@link aSoundRun}, driven against the embedded sandbox. */
const SCENARIOS: readonly Scenario[] = [
  scenario('happy-path', 1, true, async order => {
    await order.stepRefused('deposit_detected', refusal);
    await order.step('deposit_confirmed');
    await order.step('disburse');
  }),
  ...FAILURES.map(event => scenario(event, 1, true, async order => void (await order.step(event)))),
  scenario('side-by-side', 2, false, async (order, nth) => {
    for (const event of HAPPY_PATH)
      await (nth === 1 && leadsToCredit(event) ? order.stepRefused(event, refusal) : order.step(event));
  }),
];

function scenario(name: string, count: number, calibrates: boolean, drive: Drive): Scenario {
  return {
    ...{ id: `collection/${name}`, suite: 'collection', title: name, orders: { least: count, most: count } },
    ...(calibrates && { calibrates }),
    drive: ({ journeys }) => journeys(drive),
  };
}

let real: Evidence;
const made = aSoundRun().evidence;

beforeAll(async () => {
  const world = realWorld();
  const target = () => embeddedTarget({ world, settings: {}, dialect: { simulateBody: 'empty' } });
  real = await performRun({ world, target, run: 'run-1', scenarios: SCENARIOS });
});

test('A constructed run has the same events on each journey as a real run', () => {
  expect(storiesOf(made)).toEqual(storiesOf(real));
});

test('The lines of a constructed run have the same members as those of a real run', () => {
  const [ofReal, ofMade] = [membersOf(real), membersOf(made)];
  expect([...ofMade.difference(ofReal)]).toEqual([]);
  const known = Object.values(ONLY_REAL);
  expect([...ofReal.difference(ofMade)].filter(member => !known.some(members => members.test(member)))).toEqual([]);
});

/** What happened on each journey, in order, with ids replaced by placeholders. */
function storiesOf({ journeys, exchanges, deliveries, waits, scenarios, orders, end }: Evidence) {
  const stories = journeys.map(({ id, order, from, alone, to = Infinity, steps }) => {
    const events = new Map<string | undefined, number>();
    const named = new Map([[id, 'the journey']]);
    const happened: { readonly at: number; readonly what: string }[] = [];
    for (const { event, exchange: call, at } of steps) {
      named.set(call, event);
      const { operation, attempt, request, response, scenario } =
        exchanges.find(exchange => exchange.id === call) ?? {};
      const asked = `${request?.method} ${operation} ${request?.body?.text}, attempt ${attempt}`;
      happened.push({ at, what: `${asked}, for its scenario ${scenario !== undefined}: ${response?.status}` });
    }
    for (const delivery of deliveries.filter(each => valueAt(each, '/data/order_id') === order)) {
      const event = valueAt(delivery, '/id');
      events.set(event, events.get(event) ?? events.size + 1);
      named.set(delivery.id, `event ${events.get(event)}`);
      const { at, method, answer, complete, ours } = delivery;
      const what = [method, named.get(delivery.id), valueAt(delivery, '/type')].join(' ');
      const signatures = delivery.signatures.map(({ header, t, v1, wellFormed, slots, others }) => {
        const verifies = v1 > 0 && v1 === wellFormed && v1 === slots.length && Number(t[0]) <= at / 1000;
        return { header, t: t.length, verifies, others };
      });
      const { kind, status, refused } = answer;
      happened.push({ at, what: `${what}: ${JSON.stringify({ kind, status, refused, complete, ours, signatures })}` });
    }
    // A run waits for silence after the first step of each kind; constructed runs only at the end of a journey.
    const last = steps.at(-1)?.at ?? 0;
    const own = waits.filter(({ journey, kind, from: at }) => journey === id && (kind !== 'quiet' || at > last));
    for (const { kind, since, to, outcome } of own)
      happened.push({ at: to, what: `waited for ${kind} since ${named.get(since)}: ${outcome}` });
    const story = happened.toSorted((a, b) => a.at - b.at).map(({ what }) => what);
    return { story, alone: alone !== undefined, inTime: happened.every(({ at }) => from <= at && at <= to) };
  });
  const outcomes = scenarios.map(({ suite, outcome }) => `${suite}: ${outcome}`);
  return { stories, outcomes: new Set(outcomes), orders: orders.length, end: end?.reason };
}

/** Every member of every kind of record line, with the names of headers and the members of JSON bodies. */
function membersOf(evidence: Evidence): ReadonlySet<string> {
  const members = new Set<string>();
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value) && path.endsWith('.headers'))
      for (const [name] of value) members.add(`${path} ${String(name).toLowerCase()}`);
    else if (Array.isArray(value)) for (const item of value) walk(item, `${path}[]`);
    else if (isObject(value)) for (const [name, member] of Object.entries(value)) walk(member, `${path}.${name}`);
    else members.add(path);
    if (path.endsWith('.body.text') && value !== '') walk(JSON.parse(String(value)), `${path} holds`);
  };
  for (const { type, ...item } of linesOf(evidence)) walk(item, type);
  return members;
}
