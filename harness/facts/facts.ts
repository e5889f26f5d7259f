import { oncePerObject } from '../base/once.ts';
import { gaps } from '../contract/gaps.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { View } from '../evidence/view.ts';
import { aboutDelivery } from './about/delivery.ts';
import { aboutEvents } from './about/events.ts';
import { aboutFormats } from './about/formats.ts';
import { aboutHeaders } from './about/headers.ts';
import { aboutIdempotency } from './about/idempotency.ts';
import { aboutLimits } from './about/limits.ts';
import { aboutEnquiry, aboutOnramp } from './about/onramp.ts';
import { placeFacts } from './about/places.ts';
import { aboutPreview } from './about/preview.ts';
import { aboutSignature } from './about/signature.ts';
import { aboutSimulate } from './about/simulate.ts';
import { aboutStates } from './about/states.ts';
import type { Fact, FactsFile } from './fact.ts';
import type { Learned } from './learn.ts';
import { factsFrom, type Sample } from './sample.ts';
import { unanswered } from './unanswered.ts';

/** The readers of answers. Each reads the whole evidence. */
const ABOUT: readonly ((view: View) => Iterable<Sample>)[] = [
  aboutOnramp,
  aboutEnquiry,
  aboutSimulate,
  aboutStates,
  aboutPreview,
  aboutEvents,
  aboutFormats,
  aboutSignature,
  aboutDelivery,
  aboutHeaders,
  aboutLimits,
  aboutIdempotency,
];

/** What the readers find in a view, summed up once: the run folder and the report have the same facts. */
const answersIn = oncePerObject((view: View) => factsFrom(ABOUT.flatMap(about => [...about(view)])));

/**
 * Everything that the evidence says about the gaps, under the most likely interpretation. Each gap has at least one
 * entry, answered or not, in the order of `openapi/gaps.yaml` and then by condition.
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
