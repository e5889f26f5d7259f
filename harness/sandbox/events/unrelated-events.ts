import type { Service } from '../service.ts';
import { addUnrelated } from './add-events.ts';

/**
 * Sends the dialect's unrelated events, one type after the other, while webhooks have an address: a service has more to
 * say than what happens to the orders of one customer.
 */
export function unrelatedEvents(service: Service): { readonly close: () => void } {
  const { world, store, dialect } = service;
  const { types, everyMs } = dialect.unrelated;
  let sent = 0;
  const next = () =>
    world.after(everyMs, () => {
      if (store.settings.webhookUrl !== undefined) {
        store.transaction(() => addUnrelated(service, types.slice(sent, sent + 1)));
        sent = (sent + 1) % types.length;
        service.wake();
      }
      timer = next();
    });
  let timer = types.length > 0 ? next() : undefined;
  return { close: () => timer?.cancel() };
}
