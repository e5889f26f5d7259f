import { stringify } from '../base/json.ts';
import { oncePerObject } from '../base/once.ts';
import { type Gap, gaps } from '../contract/gaps.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { View } from '../evidence/view.ts';
import { aboutFormats } from './about/formats.ts';
import { aboutLimits } from './about/limits.ts';
import { aboutOperations } from './about/operations.ts';
import { aboutSimulate } from './about/simulate.ts';
import { aboutStates } from './about/states.ts';
import { aboutWebhooks, placeFacts } from './about/webhooks.ts';
import { answersOf } from './compare-values.ts';
import { type Fact, type FactsFile, type FactValue, keyOf, type Sample, span } from './fact.ts';
import type { Learned } from './learn.ts';

/** The setting, option or behaviour of the service that an answer requires, by gap or by its first word. */
const NEEDS: { readonly [gap: string]: string } = {
  onramp: 'no onramp order was returned; set ONRAMP_ORDER_IDS',
  account: 'no onramp order with a nested account was returned; add one to ONRAMP_ORDER_IDS',
  'onramp.error-statuses': 'no onramp order was refused',
  'onramp.rate': 'no onramp order was returned whose amounts tell the direction of its rate',
  fields: 'no documented response was returned; set BANK_ACCOUNTS and ONRAMP_ORDER_IDS',
  enquiry: 'no name enquiry was answered with a boolean status',
  'error.enquiry-codes': 'no name enquiry was refused with a code',
  'error.onramp-codes': 'no onramp order was refused with a code',
  format: 'no such answer was observed',
  'collection.fields': 'no answer to a step has an object with the id of its order',
  'collection.expiry': 'no webhook shows when a quote expires, and no order expired by itself',
  'session.webhook': 'no order was made during the run, or no webhook arrived; see ORDER_COMMAND',
  'session.fields': 'no session was returned: the preview routes need a session, which this interface cannot create',
  event: 'no webhook about an order of this run arrived; see WEBHOOK_COMMAND, TUNNEL and ORDER_COMMAND',
  'event.order-field': 'no webhook arrived, or none has a field that holds the bare id of its order',
  'event.id-field': 'no webhook arrived, or none has a field that can be an event id; set it with `--dialect`',
  states: 'neither an answer to a step nor an event tells a state',
  simulate: 'not exercised: it needs orders; set ORDER_COMMAND or more ORDER_IDS',
  preview: 'not exercised',
  signature: 'no signed webhook about an order of this run arrived',
  'signature.overlap': 'one signing secret is known; set several in SIGNING_SECRET during a rotation',
  'signature.renewed': 'no redelivery arrived long enough after its first attempt',
  webhook: 'no observation in this run shows it; where no webhook arrived, see WEBHOOK_COMMAND and TUNNEL',
  'webhook.timeout': 'no unanswered delivery was sent again during the run',
  response: 'no answer arrived',
  'limits.rate': 'no request was limited; bursts are sent to a remote target only with --probe-limits',
  'limits.size': 'large bodies are sent to a remote target only with --probe-limits',
  'limits.amounts': 'not exercised: it needs an order',
  'idempotency.retention': 'a key is reused later on a remote target only with --probe-limits',
  'idempotency.enquiry': 'no account is known; set BANK_ACCOUNTS',
  idempotency: 'not exercised: it needs an order',
  request: 'not exercised',
  version: 'no onramp order is known; set ONRAMP_ORDER_IDS',
};

function unanswered({ id, probe, why }: Gap): Fact {
  const reason =
    probe === 'none'
      ? (why ?? 'only the operators can answer this')
      : (NEEDS[id] ?? NEEDS[id.slice(0, id.indexOf('.'))] ?? 'no observation in this run shows it');
  return { gap: id, status: 'unanswered', count: 0, samples: 0, evidence: [], reason };
}

/** The readers of answers. Each reads the whole evidence. */
const ABOUT: readonly ((view: View) => Iterable<Sample>)[] = [
  aboutOperations,
  aboutSimulate,
  aboutStates,
  aboutWebhooks,
  aboutFormats,
  aboutLimits,
];

/** The results of all readers for a view. Cached, so that the run folder and the report have the same facts. */
const answersIn = oncePerObject((view: View) => factsFrom(ABOUT.flatMap(about => [...about(view)])));

/**
 * Everything that the evidence says about the gaps, under the most likely interpretation. Each gap has at least one
 * entry, answered or not. Sorted by gap, in the order of `openapi/gaps.yaml`, and then by condition.
 */
export function facts(evidence: Evidence, learned: Learned): FactsFile {
  const view = View.of(evidence, learned.interpretations[0]);
  const found = Map.groupBy([...placeFacts(view, learned), ...answersIn(view)], ({ gap }) => gap);
  const all = [...gaps().values()].flatMap(gap => found.get(gap.id)?.sort(byCondition) ?? [unanswered(gap)]);
  return { target: evidence.run.target.kind === 'embedded' ? 'embedded' : evidence.run.target.url, facts: all };
}

function byCondition({ condition: one = '' }: Fact, { condition: other = '' }: Fact): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

const MOST_EVIDENCE = 10;
const MOST_EVIDENCE_EACH = 3;

/** Sums up samples: one fact for each gap and condition, in the order of the first samples. */
function factsFrom(samples: Iterable<Sample>): readonly Fact[] {
  const groups = Map.groupBy(samples, keyOf);
  return [...groups.values()].flatMap(group => factFrom(group) ?? []);
}

function factFrom(samples: readonly Sample[]): Fact | undefined {
  const seen = samples.filter(({ value }) => value !== undefined);
  const [first] = seen;
  if (first === undefined) return undefined;
  const { gap, condition, among } = first;
  const values = valuesOf(seen);
  const [only] = values;
  const contradicted = answersOf(gap) === 'one' && values.length > 1;
  return {
    gap,
    ...(condition !== undefined && { condition }),
    status: contradicted ? 'contradicted' : 'answered',
    value: values.length === 1 ? only?.value : values.map(({ value }) => value),
    count: seen.length,
    samples: samples.length,
    ...span(seen.map(({ at }) => at)),
    evidence: [...new Set(seen.map(({ id }) => id))].slice(0, MOST_EVIDENCE),
    ...(contradicted && { reason: `under the same condition ${values.map(inWords).join(' and ')}` }),
    ...(among !== undefined && { among }),
    ...(values.length > 1 && { values }),
  };
}

/** Each value with its count, sorted, so that the order is deterministic. */
function valuesOf(seen: readonly Sample[]): readonly FactValue[] {
  return [...Map.groupBy(seen, ({ value }) => stringify(value))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, same]) => ({
      value: same[0]?.value,
      count: same.length,
      ...span(same.map(({ at }) => at)),
      evidence: [...new Set(same.map(({ id }) => id))].slice(0, MOST_EVIDENCE_EACH),
    }));
}

function inWords({ value, count, evidence }: FactValue): string {
  return `${stringify(value)} (${count} times, ${evidence[0]})`;
}
