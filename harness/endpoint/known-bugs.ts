import { kindOf } from './case-id.ts';
import type { Trouble } from './judge-trial.ts';
import { isOf, type Shown, type Sighting } from './shown.ts';

/** A bug that handlers of webhooks are known to have, and the pattern of cases that shows it. */
export interface KnownBug {
  /** Stable. */
  readonly name: string;
  /** What the handler does, in one sentence. */
  readonly bug: string;
  /** Whether the cases show it. */
  readonly shows: (shown: Shown) => boolean;
  /** What follows from it. */
  readonly explains: (sighting: Sighting) => boolean;
}

type Troubles = readonly [Trouble, ...Trouble[]];
const NOT_CREDITED: Troubles = ['not-credited', 'next-not-processed'];
const LOST: Troubles = [...NOT_CREDITED, 'lost-after-acknowledgement'];
const FORBIDDEN: Troubles = ['credited-forbidden', 'acknowledged-forged'];
/** Troubles after a restart, or long after. */
const LATER: Troubles = ['credited-again-later', 'credited-again-without-a-restart'];
const AT_ONCE: Troubles = ['credited-again', 'credited-again-unasked', 'credited-again-after-refusal'];
const TWICE: Troubles = [...AT_ONCE, ...LATER];

const OLD = ['signature.old-by-a-minute', 'signature.old-by-a-day'];
const NEW = ['signature.new-by-a-minute', 'signature.new-by-a-day'];
const REPEATED = ['credit.duplicate', 'credit.concurrent', 'credit.ambiguous', 'credit.isolation', 'credit.crash'];
const DUPLICATES = ['credit.duplicate/same-bytes', 'credit.duplicate/signed-afresh', 'credit.duplicate/respelt'];
/** Types of events that have a part in common with `disbursement.completed`. */
const PARTS = [
  ...['disbursement.pending', 'disbursement.failed', 'disbursement.completed.v2', 'disbursement_completed'],
  ...['collection.completed', 'reversal.disbursement.completed'],
].map(type => `credit.other-event/${type}`);
const AT_THE_END = 'credit.duplicate/at-the-end';
/** Cases in which a completion comes without the earlier events of its order. */
const COMPLETIONS_ALONE = ['credit.order/reversed', 'credit.concurrent/2', ...DUPLICATES];
/** No one thing about webhooks is in so many kinds of cases. */
const MANY_KINDS = 4;

/** Shown where any of these cases, or of these kinds, has one of some troubles. */
const failing =
  (troubles: Troubles, ...ids: readonly string[]) =>
  (shown: Shown) =>
    ids.some(id => shown.failed(id, ...troubles));
/** Explains some troubles, of all cases or of some kinds. */
const of =
  (troubles: Troubles, ...kinds: readonly string[]) =>
  ({ case: id, trouble }: Sighting) =>
    troubles.includes(trouble) && (kinds.length === 0 || kinds.some(kind => isOf(id, kind)));
/** Shown where the valid `v1` of several is accepted at one place alone, of those that were tried. */
const onlyAt = (own: string, ...others: readonly string[]) => {
  const at = (place: string) => `signature.rotation/${place}`;
  return (shown: Shown) =>
    shown.failed('signature.rotation', 'not-credited') &&
    !others.some(place => shown.held(at(place))) &&
    shown.held(at(own));
};
/** Whether the first webhook of all is not credited. */
const isFirstNotCredited = ({ case: id, trouble }: Sighting) => id === 'credit.once' && trouble === 'not-credited';
/** Whether a backend is gone, or processes nothing after a request that is no webhook of the service. */
const isDead = ({ case: id, trouble }: Sighting) =>
  ['gone', 'silent'].includes(trouble) || (trouble === 'next-not-processed' && /^http\.|^signature\./.test(id));

/** The known bugs by name: what the handler does, what shows it, and what it explains. */
const BUGS: { readonly [name: string]: readonly [string, KnownBug['shows'], KnownBug['explains']] } = {
  'credits-nothing': [
    'The handler credits no sound webhook: it holds another signing secret, or expects another form of webhook',
    shown => shown.sightings.some(isFirstNotCredited) && !COMPLETIONS_ALONE.some(id => shown.held(id)),
    of(LOST),
  ],
  'expects-an-order-of-events': [
    'The handler drops a completion that comes before the earlier events of its order',
    shown =>
      shown.failed('credit.order/completed-first', 'not-credited') &&
      !shown.failed('credit.order/in-order') &&
      !COMPLETIONS_ALONE.some(id => shown.held(id)),
    of(LOST),
  ],
  'drops-sound-webhooks': [
    'The handler acknowledges sound webhooks and credits only some: it takes different events for the same one, or ' +
      'loses work that it has queued',
    shown => {
      const lost = shown.sightings.filter(one => of(LOST)(one) && !/^http\.|^credit\.crash/.test(one.case));
      return new Set(lost.map(sighting => kindOf(sighting.case))).size >= MANY_KINDS;
    },
    of(LOST),
  ],
  'drops-old-events': [
    'The handler drops an event that was made long ago: after an outage, credits are lost',
    ...losing('credit.once/made-an-hour-ago'),
  ],
  'cuts-ids': [
    'The handler compares a part of an id, and takes two events or orders for one',
    ...losing('credit.once/ids-alike'),
  ],
  'verifies-nothing': [
    'The handler does not verify signatures',
    shown => ['forged', 'wrong-secret', 'altered-body'].every(name => shown.failed(`signature.${name}`, ...FORBIDDEN)),
    one => of(FORBIDDEN)(one) && (one.case.startsWith('signature.') || one.case.includes('forged')),
  ],
  'remembers-verified-headers': [
    'The handler accepts a signature header that it has verified before, with whatever body',
    ...accepting('used-header'),
  ],
  'verifies-a-reserialized-body': [
    'The handler verifies a body that it parsed and wrote again, not the bytes that came',
    failing(FORBIDDEN, 'signature.reserialized-body'),
    one =>
      of([...FORBIDDEN, ...NOT_CREDITED], 'signature.reserialized-body')(one) ||
      of(NOT_CREDITED, 'http.unicode')(one) ||
      (one.case.includes('respelt') && of(NOT_CREDITED, 'credit.isolation')(one)),
  ],
  'decodes-before-it-verifies': [
    'The handler verifies a body that it decoded as text other than UTF-8, or changed, not the bytes that came',
    shown => shown.failed('http.unicode', 'not-credited') && shown.held('http.lower-case'),
    of(NOT_CREDITED, 'http.unicode'),
  ],
  'remembers-verified-ids': [
    'The handler verifies an event id once, and accepts whatever comes under that id later',
    shown => shown.failed('signature.used-id', ...FORBIDDEN) && !shown.failed('credit.failure/before-disburse'),
    of(FORBIDDEN, 'signature.used-id'),
  ],
  'skips-an-absent-header': [
    'The handler verifies a signature only where there is one',
    ...accepting('no-header', 'not-json', 'no-v1', 'no-t'),
  ],
  'guessed-secret': [
    'The handler verifies with a secret that anybody guesses, such as the text of a value that is not set',
    ...accepting('guessed-secret'),
  ],
  'empty-secret': ['The handler also verifies with an empty secret', ...accepting('empty-secret')],
  'signs-without-t': [
    'The handler does not sign t with the body',
    failing(FORBIDDEN, 'signature.altered-t', 'signature.body-digest'),
    of(FORBIDDEN, 'signature.altered-t', 'signature.body-digest', 'signature.no-t', ...OLD, ...NEW),
  ],
  'no-tolerance': [
    'The handler does not compare t with the clock',
    shown => ['old', 'new'].every(way => shown.failed(`signature.${way}-by-a-day`, ...FORBIDDEN)),
    of(FORBIDDEN, 'signature.no-t', ...OLD, ...NEW),
  ],
  'accepts-without-t': ['The handler accepts a header without t', ...accepting('no-t')],
  'accepts-without-v1': ['The handler accepts a header without v1', ...accepting('no-v1')],
  'checks-only-the-past': [
    'The handler refuses a t that is too old, and accepts any t in the future',
    failing(FORBIDDEN, 'signature.new-by-a-day'),
    of(FORBIDDEN, ...NEW),
  ],
  'checks-only-the-future': [
    'The handler refuses a t in the future, and accepts one of any age',
    failing(FORBIDDEN, 'signature.old-by-a-day'),
    of(FORBIDDEN, ...OLD),
  ],
  'tolerance-too-wide': [
    'The handler tolerates more than 300 s between t and its clock',
    failing(FORBIDDEN, ...OLD, ...NEW),
    of(FORBIDDEN, ...OLD, ...NEW),
  ],
  'tolerance-too-narrow': [
    'The handler tolerates less than 300 s between t and its clock',
    ...losing('signature.tolerance'),
  ],
  'compares-a-part-of-the-digest': [
    'The handler compares a part of the digest',
    failing(FORBIDDEN, 'signature.truncated', 'signature.extended'),
    of(FORBIDDEN, 'signature.truncated', 'signature.extended', 'signature.no-v1'),
  ],
  'only-the-first-v1': [
    'The handler compares only the first v1',
    onlyAt('first', 'last', 'between'),
    of(NOT_CREDITED, 'signature.rotation'),
  ],
  'only-the-last-v1': [
    'The handler compares only the last v1',
    onlyAt('last', 'first', 'between'),
    of(NOT_CREDITED, 'signature.rotation'),
  ],
  'expects-t-first': ['The handler refuses a header in which v1 stands before t', ...losing('signature.any-order')],
  'one-v1-only': ['The handler refuses a header with several v1', ...losing('signature.rotation')],
  'remembers-before-it-verifies': [
    'The handler remembers the event id before it verifies, so that a forged delivery blocks the genuine one',
    ...losing('signature.poison', 'credit.isolation'),
  ],
  'credits-any-event': [
    'The handler credits on any event, not on disbursement.completed alone',
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
    'The handler compares a part of the event type',
    failing(['credited-forbidden'], ...PARTS),
    of(['credited-forbidden'], ...PARTS),
  ],
  'credits-by-status': [
    'The handler credits by the status in the body, whatever the type of the event',
    failing(['credited-forbidden'], 'credit.other-event/completed-in-body'),
    one =>
      of(['credited-forbidden'], 'credit.other-event', 'credit.isolation')(one) || of(TWICE, 'credit.isolation')(one),
  ],
  'credits-again-unasked': [
    'The handler credits more than once for one delivery: it repeats its own work, or does it in two places',
    shown => shown.sightings.some(of(['credited-again-unasked'])),
    of(TWICE),
  ],
  'credits-then-refuses': [
    'The handler credits, then answers an error, and does not know the event when it is sent again',
    shown => shown.sightings.some(of(['credited-again-after-refusal'])),
    of(AT_ONCE),
  ],
  'remembers-in-each-process': [
    'The handler runs in several processes, each of which remembers event ids in its own memory',
    shown =>
      shown.failed('credit.crash', 'credited-again-later') &&
      shown.failed('credit.concurrent', ...TWICE) &&
      shown.failed('credit.duplicate', ...TWICE) &&
      DUPLICATES.some(id => shown.held(id)),
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
      ['many', 'all'].some(what => shown.failed(`credit.duplicate/after-${what}`, ...TWICE)) ||
      shown.failed('credit.crash', 'credited-again-without-a-restart') ||
      // A restart lies before the end, too.
      (shown.failed(AT_THE_END) && !shown.failed('credit.crash', 'credited-again-later')),
    of(TWICE, ...['many', 'all'].map(what => `credit.duplicate/after-${what}`), AT_THE_END, 'credit.crash'),
  ],
  'checks-then-inserts': [
    'The handler looks the event id up and stores it in two steps, so that copies at the same moment both pass',
    failing(TWICE, 'credit.concurrent'),
    of(TWICE, 'credit.concurrent', 'credit.isolation', 'credit.ambiguous'),
  ],
  'remembers-in-memory': [
    'The handler remembers event ids in memory only, and forgets them when it restarts',
    failing(['credited-again-later'], 'credit.crash'),
    of(TWICE, 'credit.crash', AT_THE_END),
  ],
  'acknowledges-what-it-drops': [
    'The handler acknowledges a webhook and credits it only when it comes again, or later than --settle allows',
    shown => shown.sightings.some(one => of(['credited-only-later'])(one) && one.case !== 'credit.crash'),
    of(['credited-only-later']),
  ],
  'credits-before-it-remembers': [
    'The handler credits and remembers the event id in two transactions: a crash between them credits twice',
    failing(['credited-again'], 'credit.crash'),
    of(TWICE, 'credit.crash'),
  ],
  'acknowledges-before-it-stores': [
    'The handler acknowledges before it has stored the credit, which a crash then loses',
    failing(['lost-after-acknowledgement', 'credited-only-later'], 'credit.crash'),
    // What was acknowledged after one crash may be lost in the next.
    one => of(['lost-after-acknowledgement'])(one) || of([...NOT_CREDITED, 'credited-only-later'], 'credit.crash')(one),
  ],
  'remembers-before-it-credits': [
    'The handler remembers the event id before it credits, so that what failed in between is never credited',
    failing(['not-credited'], 'credit.crash', 'credit.ambiguous'),
    of(NOT_CREDITED, 'credit.crash', 'credit.ambiguous', 'credit.isolation'),
  ],
  'credits-before-the-answer-is-read': [
    'The handler forgets the event where its answer is not read, but keeps the credit',
    failing(TWICE, 'credit.ambiguous'),
    of(TWICE, 'credit.ambiguous', 'credit.isolation'),
  ],
  'names-of-headers-in-one-case': [
    'The handler reads header names in one letter case only',
    failing(['not-credited'], 'http.lower-case', 'http.upper-case'),
    of(NOT_CREDITED, 'http.lower-case', 'http.upper-case'),
  ],
  'reads-one-piece': ['The handler reads the first piece of a body alone', ...losing('http.pieces', 'http.chunked')],
  'compares-the-content-type': [
    'The handler drops a webhook whose content type has a parameter, such as a charset',
    ...losing('http.charset'),
  ],
  'needs-a-length': [
    'The handler does not read a body that comes in chunks',
    shown => shown.failed('http.chunked', 'not-credited') && shown.held('http.pieces'),
    of(NOT_CREDITED, 'http.chunked'),
  ],
  'dies-of-a-request': [
    'The handler ends, or stops answering, after a request that it cannot use',
    shown => shown.sightings.some(isDead),
    isDead,
  ],
};

/** The known bugs, those that explain most first. */
export const KNOWN_BUGS: readonly KnownBug[] = Object.entries(BUGS).map(([name, [bug, shows, explains]]) => ({
  ...{ name, bug, shows, explains },
}));

/** A forgery that is accepted shows it; it explains others too. */
function accepting(forgery: string, ...others: readonly string[]) {
  const ids = [forgery, ...others].map(name => `signature.${name}`);
  return [failing(FORBIDDEN, `signature.${forgery}`), of(FORBIDDEN, ...ids)] as const;
}

/** Sound webhooks of a kind that are not credited show it; it explains those of others too. */
function losing(kind: string, ...others: readonly string[]) {
  return [failing(['not-credited'], kind), of(NOT_CREDITED, kind, ...others)] as const;
}
