import fc from 'fast-check';
import { CURRENT, PREVIOUS } from '../cases/draft.ts';
import { askDrawn, type Property } from '../gate-case.ts';
import { inShort, streamQuestion } from './judge-receive.ts';
import { type Copy, FLAW_NAMES, type Stream } from './stream.ts';

const FLAW = fc.oneof(
  { weight: 5, arbitrary: fc.constant('sound' as const) },
  { weight: 3, arbitrary: fc.constantFrom(...FLAW_NAMES) },
);
const TYPES: { readonly [event: string]: string } = {
  evt_1: 'disbursement.completed',
  evt_2: 'collection.deposit_detected',
  evt_3: 'disbursement.completed',
  evt_4: 'collection.expired',
};
const COPY: fc.Arbitrary<Copy> = fc.record({
  event: fc.constantFrom('evt_1', 'evt_2', 'evt_3', 'evt_4'),
  flaw: FLAW,
  age: fc.integer({ min: -100, max: 200 }),
  signedBy: fc.constantFrom([CURRENT], [CURRENT, PREVIOUS], [PREVIOUS, CURRENT], [PREVIOUS]),
});
const STREAM: fc.Arbitrary<Stream> = fc.record({
  copies: fc.array(
    COPY.map(copy => ({ ...copy, type: TYPES[copy.event] ?? '' })),
    { minLength: 1, maxLength: 12 },
  ),
  secrets: fc.constantFrom([CURRENT], [CURRENT, PREVIOUS]),
  dialect: fc.constantFrom(
    { eventId: '/id' },
    { eventId: '/event/id' },
    { eventId: '/data/event_id' },
    { eventId: 'header:Event-Id' },
  ),
  decoy: fc.constant('/attempt_id'),
});

/** Random streams with duplicates, reorderings, forgeries that reuse ids, rotation and any location of the id. */
export const GENERATED_STREAMS: Property = {
  id: 'receive/generated/streams',
  method: 'receive',
  title: 'a stream of duplicates, reorderings and forgeries',
  questions: STREAM.map(stream => askDrawn(now => streamQuestion(`at random: ${inShort(stream)}`, stream, now))),
};
