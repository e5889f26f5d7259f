import { kindOf } from '../case-id.ts';
import type { Sighting } from '../shown.ts';
import { type BugPatterns, DUPLICATES, LOST, losing, of } from './bug-pattern.ts';

/** Cases in which a completion comes without the earlier events of its order. */
const COMPLETIONS_ALONE = ['credit.order/reversed', 'credit.concurrent/2', ...DUPLICATES];
/** No one thing about webhooks is in so many kinds of cases. */
const MANY_KINDS = 4;

/** Whether the first webhook of all is not credited. */
const isFirstNotCredited = ({ case: id, trouble }: Sighting) => id === 'credit.once' && trouble === 'not-credited';

/** Bugs by which sound webhooks are not credited. */
export const LOST_WEBHOOK_BUGS: BugPatterns = {
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
};
