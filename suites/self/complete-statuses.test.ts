import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CalledRun, callRun, type SummaryFile } from '#testing';

interface Header {
  readonly name: string;
  readonly value: string;
}

/** An entry of `exchanges.har`: an exchange, or a delivery as a request to the receiver. */
interface Entry {
  readonly _kind: 'exchange' | 'delivery';
  readonly _id: string;
  readonly _scenario?: string;
  readonly _journey?: string;
  readonly _condition?: string;
  readonly request: {
    readonly url: string;
    readonly headers: readonly Header[];
    readonly postData?: { readonly text: string };
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly Header[];
    readonly content: { readonly text?: string };
  };
}

/** The entries that show a fault on the wire, found without the checks. */
interface Shown {
  readonly requirement: string;
  readonly entries: (all: readonly Entry[]) => readonly Entry[];
}

const isDelivery = ({ _kind }: Entry) => _kind === 'delivery';
/** Whether a call concerns the preview surface, or has an undocumented spelling of a path or key. */
const isAside = ({ url, headers }: Entry['request']) => {
  const path = url.replace(/^https?:\/\/[^/]+/, '');
  const hasToken = headers.some(({ name }) => name.toLowerCase() === 'authorization');
  return hasToken || path.startsWith('/v1/client/') || !/^\/(v1|sandbox)(\/[^/%;?]+)*\/[^/%.;?]+$/.test(path);
};
const sent = ({ request }: Entry) => request.postData?.text ?? '';

/** Journeys in which the service accepted a step. */
function journeysWith(event: string, all: readonly Entry[]): ReadonlySet<string | undefined> {
  const accepted = all.filter(
    entry => !isDelivery(entry) && entry.response.status < 300 && sent(entry).includes(`"event":"${event}"`),
  );
  return new Set(accepted.map(({ _journey }) => _journey));
}

/** Credit signals of orders that accepted a failing step and were never disbursed. */
function creditsAfter(event: string): Shown['entries'] {
  return all => {
    const failed = journeysWith(event, all).difference(journeysWith('disburse', all));
    return all.filter(
      entry => isDelivery(entry) && failed.has(entry._journey) && sent(entry).includes('"disbursement.completed"'),
    );
  };
}

const SHOWN: { readonly [fault: string]: Shown } = {
  'completed-after-fail': { requirement: 'event.completed-never-on-failure', entries: creditsAfter('fail') },
  'completed-after-expire': { requirement: 'event.completed-never-on-failure', entries: creditsAfter('expire') },
  'webhook-amount-as-number': {
    requirement: 'wire.decimal-strings',
    entries: all => all.filter(entry => isDelivery(entry) && /amount":\s*\d/.test(sent(entry))),
  },
  'amount-as-number': {
    requirement: 'wire.decimal-strings',
    entries: all =>
      all.filter(
        ({ request, response, _condition }) =>
          // On a preview route this is advice. It is unspecified whether the sandbox's URL serves `/v1`.
          !request.url.includes('/v1/client/') &&
          _condition !== 'at-sandbox' &&
          /"source_amount":\s*\d/.test(response.content?.text ?? ''),
      ),
  },
  'request-id-missing-on-errors': {
    requirement: 'response.request-id',
    entries: all =>
      all.filter(
        entry =>
          !isDelivery(entry) &&
          entry.response.status >= 400 &&
          // A proxy in front of the service may refuse large bodies.
          entry.response.status !== 413 &&
          !entry.response.headers.some(({ name }) => name.toLowerCase() === 'request-id') &&
          !isAside(entry.request),
      ),
  },
};

const requirementsOf = ({ requirement, also = [] }: SummaryFile['findings'][number]) => [requirement, ...also];

function broken({ findings }: SummaryFile, positions: readonly number[]): readonly string[] {
  const breaches = positions
    .flatMap(position => findings[position] ?? [])
    .filter(({ severity }) => severity === 'breach');
  return [...new Set(breaches.flatMap(requirementsOf))];
}

/** A map from each key to the requirements that its entries break. */
function brokenBy(key: (entry: Entry) => string | undefined) {
  const found = new Map<string, Set<string>>();
  for (const { requirement, entries: shown } of Object.values(SHOWN)) {
    for (const entry of shown(entries)) {
      const owner = key(entry);
      if (owner !== undefined) found.set(owner, (found.get(owner) ?? new Set()).add(requirement));
    }
  }
  return found;
}

let run: CalledRun;
let summary: SummaryFile;
let entries: readonly Entry[];
beforeAll(async () => {
  const faults = Object.keys(SHOWN).flatMap(fault => ['--fault', fault]);
  run = await callRun(['run', '--orders', '100', '--seed', '7', ...faults]);
  summary = run.summary();
  entries = JSON.parse(run.read('exchanges.har')).log.entries;
});
afterAll(() => run[Symbol.dispose]());

test.each(Object.entries(SHOWN))('The fault %s is detected more often than a finding lists examples', (fault, of) => {
  const { requirement, entries: shown } = of;
  expect(run.code).toBe(1);
  expect(summary.findings.flatMap(requirementsOf)).toContain(requirement);
  expect(shown(entries).length, fault).toBeGreaterThan(fault === 'completed-after-expire' ? 5 : 10);
});

test.each([
  ['journeys', '_journey'],
  ['scenarios', '_scenario'],
] as const)('A run fails exactly the %s that a breach affects, and names the breach in each', (of, name) => {
  const expected = brokenBy(entry => entry[name]);
  expect(expected.size).toBeGreaterThan(0);
  const failed = summary[of].filter(({ status }) => status === 'failed').map(({ id }) => id);
  expect(new Set(failed)).toEqual(new Set(expected.keys()));
  for (const { id, status, findings } of summary[of]) {
    if (status !== 'failed') expect([id, status, broken(summary, findings)]).toEqual([id, 'passed', []]);
    else expect(broken(summary, findings), id).toEqual(expect.arrayContaining([...(expected.get(id) ?? [])]));
  }
});

test('The findings of a run contain every exchange and delivery that shows a breach', () => {
  for (const [fault, { requirement, entries: shown }] of Object.entries(SHOWN)) {
    const evidence = summary.findings.filter(finding => requirementsOf(finding).includes(requirement));
    const kept = new Set(evidence.flatMap(finding => finding.evidence));
    expect(
      shown(entries)
        .filter(({ _id }) => !kept.has(_id))
        .map(({ _id }) => _id),
      fault,
    ).toEqual([]);
  }
  for (const { evidence, count } of summary.findings) expect(new Set(evidence).size).toBeGreaterThanOrEqual(count);
});
