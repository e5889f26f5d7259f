import fc from 'fast-check';
import { CURRENT, PREVIOUS } from '../cases/draft.ts';
import { answersToStream } from '../diagnosis/answer.ts';
import { clockOf, type Property } from '../gate-case.ts';
import { judgeReceive } from './judge-receive.ts';
import { BOTH, type Copy, FLAWS, type Flaw, type Stream, writeStream } from './stream.ts';

const FLAW = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Flaw>('sound') },
  { weight: 3, arbitrary: fc.constantFrom<Flaw>(...FLAWS) },
);
/** Copies of one event have its type. */
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
  secrets: fc.constantFrom([CURRENT], BOTH),
  dialect: fc.constantFrom(
    { eventId: '/id' },
    { eventId: '/event/id' },
    { eventId: '/data/event_id' },
    { eventId: 'header:Event-Id' },
  ),
  decoy: fc.constant('/attempt_id'),
});

/** Streams at random: duplicates, reorderings, forgeries that reuse ids, rotation, any place of the id. */
export function generatedStreams(): readonly Property[] {
  return [
    {
      id: 'receive/generated/streams',
      method: 'receive',
      title: 'a stream of duplicates, reorderings and forgeries',
      questions: STREAM.map(stream => async asker => {
        const now = asker.now();
        const params = writeStream(stream, now);
        const judged = judgeReceive('a stream at random', stream, await asker.call('receive', params), false);
        return { ...judged, answers: answersToStream(params, clockOf(asker, now).clock) };
      }),
    },
  ];
}
