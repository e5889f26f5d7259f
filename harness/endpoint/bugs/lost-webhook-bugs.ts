import { kindOf } from '../case-id.ts';
import type { Sighting } from '../shown.ts';
import { type BugPatterns, DUPLICATES, failing, LOST, losing, NOT_CREDITED, of } from './bug-pattern.ts';

/** Cases in which a completion comes without the earlier events of its order. */
const COMPLETIONS_ALONE = ['credit.order/reversed', 'credit.concurrent/2', ...DUPLICATES];
/** Cases in which one webhook comes after the other. */
const ALONE = ['credit.order/in-order', 'signature.poison'];
/** Cases that are signed as usual. */
const FORMS = ['http.lower-case', 'http.upper-case'];
/** No one thing about webhooks is in so many kinds of cases. */
const MANY_KINDS = 4;

/** Whether the first webhook of all is not credited. */
const isFirstNotCredited = ({ case: id, trouble }: Sighting) => id === 'credit.once' && trouble === 'not-credited';

/** Bugs by which sound webhooks are not credited. */
export const LOST_WEBHOOK_BUGS: BugPatterns = {
  'loses-credits': [
    'The handler makes a credit and does not keep it: a restart, a transaction that is never committed, or another ' +
      'write removes it; or --credits does not print every credit',
    shown => shown.sightings.some(of(['credit-gone'])),
    of([...LOST, 'credit-gone']),
  ],
  'credits-late': [
    'The handler credits later after its answer than --settle allows, in batches or from a slow queue: where that is ' +
      'meant, give --settle more time',
    failing(['credited-only-later'], 'credit.once'),
    of(LOST),
  ],
  'credits-nothing': [
    'The handler credits no valid webhook: it has another signing secret, reads t in another unit or zone, expects ' +
      'another webhook format, or credits much later than --settle allows',
    shown => shown.sightings.some(isFirstNotCredited) && !COMPLETIONS_ALONE.some(id => shown.held(id)),
    of(LOST),
  ],
  'expects-an-order-of-events': [
    'The handler drops a completion that arrives before the earlier events of its order',
    shown =>
      shown.failed('credit.order/completed-first', 'not-credited') &&
      !shown.failed('credit.order/in-order') &&
      !COMPLETIONS_ALONE.some(id => shown.held(id)),
    of(LOST),
  ],
  'wants-rising-t': [
    'The handler refuses a t that is earlier than one that it has seen: it loses webhooks that others overtake',
    shown =>
      ['signature.tolerance/old', 'signature.rotation', ...FORMS].every(id => shown.failed(id, ...NOT_CREDITED)) &&
      ['credit.duplicate/same-bytes', 'signature.tolerance/ahead'].every(id => shown.held(id)),
    of(LOST),
  ],
  'overwrites-credits': [
    'The handler loses a credit where two orders are credited at the same moment: it writes back what it read ' +
      'before, or goes on after an error of a lock',
    shown =>
      shown.sightings.some(({ case: id, trouble }) => id === 'credit.isolation' && trouble === 'not-credited') &&
      [...DUPLICATES, ...ALONE].every(id => shown.held(id)),
    of(LOST, 'credit.isolation', 'credit.crash', 'credit.concurrent', 'credit.ambiguous'),
  ],
  'drops-sound-webhooks': [
    'The handler acknowledges valid webhooks but credits only some: it treats different events as the same one, or ' +
      'loses work that it has queued',
    shown => {
      const lost = shown.sightings.filter(one => of(LOST)(one) && !/^http\.|^credit\.crash/.test(one.case));
      return new Set(lost.map(sighting => kindOf(sighting.case))).size >= MANY_KINDS;
    },
    of(LOST),
  ],
  'refuses-unknown-fields': [
    'The handler refuses or drops a completion with fields that it does not know',
    ...losing('credit.other-event/unknown-fields'),
  ],
  'drops-old-events': [
    'The handler drops an old event: after an outage, credits are lost',
    ...losing('credit.once/made-an-hour-ago'),
  ],
  'cuts-ids': [
    'The handler compares only a part of an id, and treats two events or orders as one',
    ...losing('credit.once/ids-alike'),
  ],
};
