import { isObject, jsonOf, walk } from '../base/json.ts';
import type { Evidence } from '../evidence/evidence.ts';

/** Members that name a network, or several. */
const NETWORK = /(?:^|_)(?:network|chain|blockchain)s?$|[a-z](?:Network|Chain)s?$/;
/** A name, and not a sentence, an address or an amount. */
const NAME = /^(?!\d+\.\d+$)[\w.:-]{2,40}$/;
/** The places of objects that say what each network costs. */
const OF_COSTS = /(?:fee|cost|charge|amount|price)s?(?:\/|$)/i;

/** The names of networks in the answers and webhooks of the service, each once, in the order in which they came. */
export function networksIn({ exchanges, deliveries }: Evidence): readonly string[] {
  const bodies = [...exchanges.flatMap(({ response }) => response?.body ?? []), ...deliveries.map(({ body }) => body)];
  const names = bodies.flatMap(body => {
    const json = jsonOf(body);
    if (json === undefined) return [];
    return [...walk(json.value)].flatMap(({ pointer, value }) =>
      isObject(value) && !OF_COSTS.test(pointer)
        ? Object.entries(value).flatMap(([key, member]) => (NETWORK.test(key) ? [member].flat() : []))
        : [],
    );
  });
  return [...new Set(names.filter(name => typeof name === 'string' && NAME.test(name)))] as readonly string[];
}
