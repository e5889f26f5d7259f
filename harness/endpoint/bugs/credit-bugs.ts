import { isOf, type Shown } from '../shown.ts';
import { AT_ONCE, type BugPatterns, DUPLICATES, failing, LATER, LOST, NOT_CREDITED, of, TWICE } from './bug-pattern.ts';

const REPEATED = ['credit.duplicate', 'credit.concurrent', 'credit.ambiguous', 'credit.isolation', 'credit.crash'];
/** Types of events that have a part in common with `disbursement.completed`. */
const PARTS = [
  ...['disbursement.pending', 'disbursement.failed', 'disbursement.completed.v2', 'disbursement_completed'],
  ...['collection.completed', 'reversal.disbursement.completed'],
].map(type => `credit.other-event/${type}`);
/** Cases in which an event comes again after others. */
const AFTER_OTHERS = ['credit.duplicate/after-many', 'credit.duplicate/after-all'];
const STALE = 'credit.duplicate/stale-signature';
const AT_THE_END = 'credit.duplicate/at-the-end';
const LATE_DUPLICATES = [...AFTER_OTHERS, STALE, AT_THE_END];

/** Whether an event that came four times was credited two or three times. */
function isCreditedByTwo({ sightings }: Shown): boolean {
  const respelt = sightings.find(({ case: id }) => id === 'credit.duplicate/respelt');
  return /^[23] credits/.test(respelt?.problem.received ?? '');
}

/** Bugs by which an order is credited without cause, more than once, or not at all after a crash. */
export const CREDIT_BUGS: BugPatterns = {
  'credits-any-event': [
    'The handler credits on any event, not only on disbursement.completed',
    shown => ['fail', 'before-disburse'].every(name => shown.failed(`credit.failure/${name}`, 'credited-forbidden')),
    of(
      ['credited-forbidden'],
      ...['credit.failure', 'credit.other-event', 'credit.duplicate', 'credit.isolation', 'signature.used-id'],
    ),
  ],
  'credits-a-failure': [
    'The handler credits on a failure of the order',
    shown => shown.failed('credit.failure', 'credited-forbidden') && !shown.failed('credit.failure/before-disburse'),
    of(['credited-forbidden'], 'credit.failure'),
  ],
  'credits-before-disburse': [
    'The handler credits on a step before the disbursement',
    failing(['credited-forbidden'], 'credit.failure/before-disburse'),
    of(['credited-forbidden'], 'credit.failure', 'signature.used-id'),
  ],
  'credits-any-disbursement': [
    'The handler compares only a part of the event type',
    failing(['credited-forbidden'], ...PARTS),
    of(['credited-forbidden'], ...PARTS),
  ],
  'credits-by-status': [
    'The handler credits by the status in the body, for any event type',
    failing(['credited-forbidden'], 'credit.other-event/completed-in-body'),
    one =>
      of(['credited-forbidden'], 'credit.other-event', 'credit.isolation')(one) || of(TWICE, 'credit.isolation')(one),
  ],
  'credits-again-unasked': [
    'The handler credits more than once for one delivery: it repeats its own work, or does it in two places',
    shown => shown.sightings.some(of(['credited-again-unasked'])),
    of(TWICE),
  ],
  'credits-again-later': [
    'The handler credits again later, although nothing was sent: a retry or reconciliation does not know what it ' +
      'credited before',
    shown => shown.sightings.some(one => one.case === 'credit.once' && of(LATER)(one)),
    of(TWICE),
  ],
  'credits-then-refuses': [
    'The handler credits, then answers with an error, and does not recognize the event when it is sent again',
    shown =>
      shown.sightings.some(one => of(['credited-again-after-refusal'])(one) && !isOf(one.case, 'credit.concurrent')),
    of([...AT_ONCE, 'credited-again-by-copies']),
  ],
  'remembers-in-each-process': [
    'The handler runs in several processes, each of which remembers event ids in its own memory',
    shown =>
      shown.failed('credit.concurrent', ...TWICE) &&
      shown.failed('credit.duplicate', ...TWICE) &&
      (DUPLICATES.some(id => shown.held(id))
        ? shown.failed('credit.crash', 'credited-again-later')
        : isCreditedByTwo(shown)),
    of(TWICE, ...REPEATED),
  ],
  'remembers-too-late': [
    'The handler remembers an event only some time after it credits, or looks it up where writes arrive late, such ' +
      'as a replica',
    shown => shown.failed('credit.duplicate/same-bytes', ...TWICE) && LATE_DUPLICATES.some(id => shown.held(id)),
    of(TWICE, ...REPEATED),
  ],
  'no-deduplication': [
    'The handler does not de-duplicate',
    failing(TWICE, 'credit.duplicate/same-bytes'),
    of(TWICE, ...REPEATED),
  ],
  'deduplicates-by-signature': [
    'The handler de-duplicates on the signature or t, which are new for each attempt, not on the event id',
    failing(TWICE, 'credit.duplicate/signed-afresh'),
    of(TWICE, ...REPEATED),
  ],
  'deduplicates-by-body': [
    'The handler de-duplicates on the bytes of the body, not on the event id',
    failing(TWICE, 'credit.duplicate/respelt'),
    of(TWICE, 'credit.duplicate', 'credit.isolation'),
  ],
  'forgets-after-many': [
    'The handler remembers only the last few events, or only for a short time',
    shown =>
      AFTER_OTHERS.some(id => shown.failed(id, ...TWICE)) ||
      shown.failed('credit.crash', 'credited-again-without-a-restart') ||
      // A restart lies before the end, too.
      (shown.failed(AT_THE_END) && !shown.failed('credit.crash', 'credited-again-later')),
    of(TWICE, ...LATE_DUPLICATES, 'credit.ambiguous', 'credit.isolation', 'credit.crash'),
  ],
  'forgets-with-the-signature': [
    'The handler remembers an event only until the signature of a delivery is too old, though it may come again',
    failing(TWICE, STALE),
    of(TWICE, STALE),
  ],
  'checks-then-inserts': [
    'The handler checks and stores the event id in two steps, so that two concurrent copies both pass',
    failing(TWICE, 'credit.concurrent'),
    one =>
      of(TWICE, 'credit.concurrent', 'credit.isolation', 'credit.ambiguous')(one) ||
      of(['credited-again-by-copies'])(one),
  ],
  'remembers-in-memory': [
    'The handler keeps event ids only in memory, and loses them when it restarts',
    failing(['credited-again-later'], 'credit.crash'),
    of(TWICE, 'credit.crash', AT_THE_END, STALE),
  ],
  'credits-before-it-remembers': [
    'The handler credits and remembers the event id in two transactions: a crash between them credits twice',
    failing(['credited-again'], 'credit.crash'),
    of(TWICE, 'credit.crash'),
  ],
  'acknowledges-before-it-stores': [
    'The handler acknowledges before it stores the credit; a crash in between loses the credit',
    failing(['lost-after-acknowledgement', 'credited-only-later'], 'credit.crash'),
    // What was acknowledged after one crash may be lost in the next.
    one => of(['lost-after-acknowledgement', 'lost-after-a-copy'])(one) || of(LOST, 'credit.crash')(one),
  ],
  'remembers-before-it-credits': [
    'The handler stores the event id before it credits; a failure in between loses the credit',
    failing(['not-credited'], 'credit.crash', 'credit.ambiguous'),
    of(
      [...NOT_CREDITED, 'lost-after-a-copy'],
      'credit.crash',
      'credit.ambiguous',
      'credit.concurrent',
      'credit.isolation',
    ),
  ],
  'acknowledges-a-copy': [
    'The handler acknowledges a copy while the first one is under way: where that fails, the webhook is lost',
    shown => shown.failed('credit.crash', 'lost-after-a-copy') || shown.failed('credit.concurrent', 'not-credited'),
    of(['lost-after-a-copy', 'not-credited'], 'credit.crash', 'credit.concurrent', 'credit.isolation'),
  ],
  'credits-before-the-answer-is-read': [
    'The handler forgets the event if its response is not read, but keeps the credit',
    failing(TWICE, 'credit.ambiguous'),
    of(TWICE, 'credit.ambiguous', 'credit.isolation'),
  ],
};
