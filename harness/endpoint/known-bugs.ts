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

const LOST: readonly Trouble[] = ['not-credited', 'next-not-processed', 'lost-after-acknowledgement'];
const FORBIDDEN = ['credited-forbidden', 'acknowledged-forged'] as const;
const TWICE = [
  ...['credited-again', 'credited-again-unasked', 'credited-again-after-refusal', 'credited-again-later'],
  'credited-again-without-a-restart',
] as const satisfies readonly Trouble[];

const forgery =
  (...names: readonly string[]) =>
  ({ case: id, trouble }: Sighting) =>
    FORBIDDEN.some(one => one === trouble) && names.some(name => id === `signature.${name}`);
const twice =
  (...kinds: readonly string[]) =>
  ({ case: id, trouble }: Sighting) =>
    TWICE.some(one => one === trouble) && kinds.some(kind => isOf(id, kind));
const notCredited =
  (...kinds: readonly string[]) =>
  ({ case: id, trouble }: Sighting) =>
    (trouble === 'not-credited' || trouble === 'next-not-processed') && kinds.some(kind => isOf(id, kind));
const forbidden =
  (...kinds: readonly string[]) =>
  ({ case: id, trouble }: Sighting) =>
    trouble === 'credited-forbidden' && kinds.some(kind => isOf(id, kind));

/** Whether the valid `v1` was not accepted at these places of several, of those that were tried. */
const failedAlike = (shown: Shown, ...places: readonly string[]) =>
  shown.failed('signature.rotation', 'not-credited') &&
  !places.some(place => shown.held(`signature.rotation/${place}`));
/** Whether a backend is gone, or processes nothing after a request that is no webhook of the service. */
const isDead = ({ case: id, trouble }: Sighting) =>
  ['gone', 'silent'].includes(trouble) || (trouble === 'next-not-processed' && /^http\.|^signature\./.test(id));

const OLD = ['old-by-a-minute', 'old-by-a-day'];
const NEW = ['new-by-a-minute', 'new-by-a-day'];
const REPEATED = ['credit.duplicate', 'credit.concurrent', 'credit.ambiguous', 'credit.isolation', 'credit.crash'];

/** Troubles after a restart, or long after. */
const LATER: ReadonlySet<Trouble> = new Set(['credited-again-later', 'credited-again-without-a-restart']);
const DUPLICATES = ['same-bytes', 'signed-afresh', 'respelt'];
/** Cases in which a completion comes without the earlier events of its order. */
const COMPLETIONS_ALONE = [
  ...['credit.order/reversed', 'credit.concurrent/2'],
  ...DUPLICATES.map(name => `credit.duplicate/${name}`),
];
/** No one thing about webhooks is in so many kinds of cases. */
const MANY_KINDS = 4;

/** The known bugs, those that explain most first. */
export const KNOWN_BUGS: readonly KnownBug[] = [
  {
    name: 'credits-nothing',
    bug: 'The handler credits no sound webhook: it holds another signing secret, or expects another form of webhook',
    shows: shown => shown.failed('credit.once', 'not-credited'),
    explains: ({ trouble }) => LOST.includes(trouble),
  },
  {
    name: 'expects-an-order-of-events',
    bug: 'The handler drops a completion that comes before the earlier events of its order',
    shows: shown =>
      shown.failed('credit.order/completed-first', 'not-credited') &&
      !shown.failed('credit.order/in-order') &&
      !COMPLETIONS_ALONE.some(id => shown.held(id)),
    explains: ({ trouble }) => LOST.includes(trouble),
  },
  {
    name: 'drops-sound-webhooks',
    bug:
      'The handler acknowledges sound webhooks and credits only some: it takes different events for the same one, or ' +
      'loses work that it has queued',
    shows: shown => {
      const lost = shown.sightings.filter(
        ({ case: id, trouble }) => !/^http\.|^credit\.crash/.test(id) && LOST.includes(trouble),
      );
      return new Set(lost.map(sighting => kindOf(sighting.case))).size >= MANY_KINDS;
    },
    explains: ({ trouble }) => LOST.includes(trouble),
  },
  {
    name: 'verifies-nothing',
    bug: 'The handler does not verify signatures',
    shows: shown =>
      ['forged', 'wrong-secret', 'altered-body'].every(name => shown.failed(`signature.${name}`, ...FORBIDDEN)),
    explains: ({ case: id, trouble }) =>
      (id.startsWith('signature.') || id.includes('forged')) && FORBIDDEN.some(one => one === trouble),
  },
  {
    name: 'remembers-verified-headers',
    bug: 'The handler accepts a signature header that it has verified before, with whatever body',
    shows: shown => shown.failed('signature.used-header', ...FORBIDDEN),
    explains: forgery('used-header'),
  },
  {
    name: 'verifies-a-reserialized-body',
    bug: 'The handler verifies a body that it parsed and wrote again, not the bytes that came',
    shows: shown => shown.failed('signature.reserialized-body', ...FORBIDDEN),
    explains: sighting =>
      forgery('reserialized-body')(sighting) ||
      notCredited('http.unicode', 'signature.reserialized-body')(sighting) ||
      (sighting.case.includes('respelt') && notCredited('credit.isolation')(sighting)),
  },
  {
    name: 'decodes-before-it-verifies',
    bug: 'The handler verifies a body that it decoded as text other than UTF-8, or changed, not the bytes that came',
    shows: shown => shown.failed('http.unicode', 'not-credited') && shown.held('http.lower-case'),
    explains: notCredited('http.unicode'),
  },
  {
    name: 'remembers-verified-ids',
    bug: 'The handler verifies an event id once, and accepts whatever comes under that id later',
    shows: shown => shown.failed('signature.used-id', ...FORBIDDEN) && !shown.failed('credit.failure/before-disburse'),
    explains: forgery('used-id'),
  },
  {
    name: 'skips-an-absent-header',
    bug: 'The handler verifies a signature only where there is one',
    shows: shown => shown.failed('signature.no-header', ...FORBIDDEN),
    explains: forgery('no-header', 'not-json', 'no-v1', 'no-t'),
  },
  {
    name: 'empty-secret',
    bug: 'The handler also verifies with an empty secret',
    shows: shown => shown.failed('signature.empty-secret', ...FORBIDDEN),
    explains: forgery('empty-secret'),
  },
  {
    name: 'signs-without-t',
    bug: 'The handler does not sign t with the body',
    shows: shown =>
      shown.failed('signature.altered-t', ...FORBIDDEN) || shown.failed('signature.body-digest', ...FORBIDDEN),
    explains: forgery('altered-t', 'body-digest', 'no-t', ...OLD, ...NEW),
  },
  {
    name: 'no-tolerance',
    bug: 'The handler does not compare t with the clock',
    shows: shown =>
      shown.failed('signature.old-by-a-day', ...FORBIDDEN) && shown.failed('signature.new-by-a-day', ...FORBIDDEN),
    explains: forgery('no-t', ...OLD, ...NEW),
  },
  {
    name: 'accepts-without-t',
    bug: 'The handler accepts a header without t',
    shows: shown => shown.failed('signature.no-t', ...FORBIDDEN),
    explains: forgery('no-t'),
  },
  {
    name: 'accepts-without-v1',
    bug: 'The handler accepts a header without v1',
    shows: shown => shown.failed('signature.no-v1', ...FORBIDDEN),
    explains: forgery('no-v1'),
  },
  {
    name: 'checks-only-the-past',
    bug: 'The handler refuses a t that is too old, and accepts any t in the future',
    shows: shown => shown.failed('signature.new-by-a-day', ...FORBIDDEN),
    explains: forgery(...NEW),
  },
  {
    name: 'checks-only-the-future',
    bug: 'The handler refuses a t in the future, and accepts one of any age',
    shows: shown => shown.failed('signature.old-by-a-day', ...FORBIDDEN),
    explains: forgery(...OLD),
  },
  {
    name: 'tolerance-too-wide',
    bug: 'The handler tolerates more than 300 s between t and its clock',
    shows: shown => [...OLD, ...NEW].some(name => shown.failed(`signature.${name}`, ...FORBIDDEN)),
    explains: forgery(...OLD, ...NEW),
  },
  {
    name: 'tolerance-too-narrow',
    bug: 'The handler tolerates less than 300 s between t and its clock',
    shows: shown => shown.failed('signature.tolerance', 'not-credited'),
    explains: notCredited('signature.tolerance'),
  },
  {
    name: 'compares-a-part-of-the-digest',
    bug: 'The handler compares a part of the digest',
    shows: shown => ['truncated', 'extended'].some(name => shown.failed(`signature.${name}`, ...FORBIDDEN)),
    explains: forgery('truncated', 'extended', 'no-v1'),
  },
  {
    name: 'only-the-first-v1',
    bug: 'The handler compares only the first v1',
    shows: shown => failedAlike(shown, 'last', 'between') && shown.held('signature.rotation/first'),
    explains: notCredited('signature.rotation'),
  },
  {
    name: 'only-the-last-v1',
    bug: 'The handler compares only the last v1',
    shows: shown => failedAlike(shown, 'first', 'between') && shown.held('signature.rotation/last'),
    explains: notCredited('signature.rotation'),
  },
  {
    name: 'one-v1-only',
    bug: 'The handler refuses a header with several v1',
    shows: shown => shown.failed('signature.rotation', 'not-credited'),
    explains: notCredited('signature.rotation'),
  },
  {
    name: 'remembers-before-it-verifies',
    bug: 'The handler remembers the event id before it verifies, so that a forged delivery blocks the genuine one',
    shows: shown => shown.failed('signature.poison', 'not-credited'),
    explains: notCredited('signature.poison', 'credit.isolation'),
  },
  {
    name: 'credits-any-event',
    bug: 'The handler credits on any event, not on disbursement.completed alone',
    shows: shown => shown.failed('credit.failure/fail', 'credited-forbidden'),
    explains: forbidden(
      ...['credit.failure', 'credit.other-event', 'credit.duplicate', 'credit.isolation', 'signature.used-id'],
    ),
  },
  {
    name: 'credits-before-disburse',
    bug: 'The handler credits on a step before the disbursement',
    shows: shown => shown.failed('credit.failure', 'credited-forbidden'),
    explains: forbidden('credit.failure', 'signature.used-id'),
  },
  {
    name: 'credits-any-disbursement',
    bug: 'The handler compares a part of the event type',
    shows: shown =>
      shown.failed('credit.other-event/disbursement.pending', 'credited-forbidden') ||
      shown.failed('credit.other-event/disbursement.completed.v2', 'credited-forbidden'),
    explains: forbidden(
      ...['disbursement.pending', 'disbursement.failed', 'disbursement.completed.v2'].map(
        type => `credit.other-event/${type}`,
      ),
    ),
  },
  {
    name: 'credits-by-status',
    bug: 'The handler credits by the status in the body, whatever the type of the event',
    shows: shown => shown.failed('credit.other-event/completed-in-body', 'credited-forbidden'),
    explains: sighting =>
      forbidden('credit.other-event', 'credit.isolation')(sighting) || twice('credit.isolation')(sighting),
  },
  {
    name: 'credits-again-unasked',
    bug: 'The handler credits more than once for one delivery: it repeats its own work, or does it in two places',
    shows: shown => shown.sightings.some(({ trouble }) => trouble === 'credited-again-unasked'),
    explains: ({ trouble }) => TWICE.some(one => one === trouble),
  },
  {
    name: 'credits-then-refuses',
    bug: 'The handler credits, then answers an error, and does not know the event when it is sent again',
    shows: shown => shown.sightings.some(({ trouble }) => trouble === 'credited-again-after-refusal'),
    explains: ({ trouble }) => !LATER.has(trouble) && TWICE.some(one => one === trouble),
  },
  {
    name: 'remembers-in-each-process',
    bug: 'The handler runs in several processes, each of which remembers event ids in its own memory',
    shows: shown =>
      shown.failed('credit.crash', 'credited-again-later') &&
      shown.failed('credit.concurrent', ...TWICE) &&
      shown.failed('credit.duplicate', ...TWICE) &&
      DUPLICATES.some(name => shown.held(`credit.duplicate/${name}`)),
    explains: twice(...REPEATED),
  },
  {
    name: 'no-deduplication',
    bug: 'The handler does not de-duplicate',
    shows: shown => shown.failed('credit.duplicate/same-bytes', ...TWICE),
    explains: twice(...REPEATED),
  },
  {
    name: 'deduplicates-by-signature',
    bug: 'The handler de-duplicates on the signature or t, which are new for each attempt, not on the event id',
    shows: shown => shown.failed('credit.duplicate/signed-afresh', ...TWICE),
    explains: twice(...REPEATED),
  },
  {
    name: 'deduplicates-by-body',
    bug: 'The handler de-duplicates on the bytes of the body, not on the event id',
    shows: shown => shown.failed('credit.duplicate/respelt', ...TWICE),
    explains: twice('credit.duplicate', 'credit.isolation'),
  },
  {
    name: 'forgets-after-many',
    bug: 'The handler remembers only the last few events, or only for a short time',
    shows: shown =>
      shown.failed('credit.duplicate/after-many', ...TWICE) ||
      shown.failed('credit.crash', 'credited-again-without-a-restart'),
    explains: twice('credit.duplicate/after-many', 'credit.crash'),
  },
  {
    name: 'checks-then-inserts',
    bug: 'The handler looks the event id up and stores it in two steps, so that copies at the same moment both pass',
    shows: shown => shown.failed('credit.concurrent', ...TWICE),
    explains: twice('credit.concurrent', 'credit.isolation', 'credit.ambiguous'),
  },
  {
    name: 'remembers-in-memory',
    bug: 'The handler remembers event ids in memory only, and forgets them when it restarts',
    shows: shown => shown.failed('credit.crash', 'credited-again-later'),
    explains: twice('credit.crash'),
  },
  {
    name: 'credits-before-it-remembers',
    bug: 'The handler credits and remembers the event id in two transactions: a crash between them credits twice',
    shows: shown => shown.failed('credit.crash', 'credited-again'),
    explains: twice('credit.crash'),
  },
  {
    name: 'acknowledges-before-it-stores',
    bug: 'The handler acknowledges before it has stored the credit, which a crash then loses',
    shows: shown => shown.failed('credit.crash', 'lost-after-acknowledgement'),
    // What was acknowledged after one crash may be lost in the next.
    explains: sighting => sighting.trouble === 'lost-after-acknowledgement' || notCredited('credit.crash')(sighting),
  },
  {
    name: 'remembers-before-it-credits',
    bug: 'The handler remembers the event id before it credits, so that what failed in between is never credited',
    shows: shown => shown.failed('credit.crash', 'not-credited') || shown.failed('credit.ambiguous', 'not-credited'),
    explains: notCredited('credit.crash', 'credit.ambiguous', 'credit.isolation'),
  },
  {
    name: 'credits-before-the-answer-is-read',
    bug: 'The handler forgets the event where its answer is not read, but keeps the credit',
    shows: shown => shown.failed('credit.ambiguous', ...TWICE),
    explains: twice('credit.ambiguous', 'credit.isolation'),
  },
  {
    name: 'names-of-headers-in-one-case',
    bug: 'The handler reads header names in one letter case only',
    shows: shown => shown.failed('http.lower-case', 'not-credited') || shown.failed('http.upper-case', 'not-credited'),
    explains: notCredited('http.lower-case', 'http.upper-case'),
  },
  {
    name: 'needs-a-length',
    bug: 'The handler does not read a body that comes in chunks',
    shows: shown => shown.failed('http.chunked', 'not-credited'),
    explains: notCredited('http.chunked'),
  },
  {
    name: 'dies-of-a-request',
    bug: 'The handler ends, or stops answering, after a request that it cannot use',
    shows: shown => shown.sightings.some(isDead),
    explains: isDead,
  },
];
