import type { StreamDelivery } from '../../gate/protocol.ts';
import { type SdkSteps, SOUND, type WrongSdk } from './variant-sdk.ts';

type Receive = SdkSteps['receive'];

/** De-duplicates on a key, after verifying. */
const dedupeOn =
  (keyOf: (delivery: StreamDelivery, id: string) => string): Receive =>
  (deliveries, verified, idOf) =>
    SOUND.receive(deliveries, verified, delivery => keyOf(delivery, idOf(delivery)));
const eventOf = ({ body }: StreamDelivery) =>
  JSON.parse(Buffer.from(body, 'base64').toString()) as { readonly [name: string]: unknown };

/** SDKs that handle deliveries wrongly. */
export const WRONG_RECEIVERS: readonly WrongSdk[] = [
  {
    name: 'notes ids before it verifies',
    steps: {
      receive: (deliveries, verified, idOf) => {
        const seen = new Set<string>();
        return [...deliveries.entries()].flatMap(([index, delivery]) => {
          const known = seen.has(idOf(delivery));
          seen.add(idOf(delivery));
          return !known && verified(delivery) ? [index] : [];
        });
      },
    },
  },
  {
    name: 'never de-duplicates',
    steps: {
      receive: (deliveries, verified) =>
        [...deliveries.entries()].flatMap(([index, delivery]) => (verified(delivery) ? [index] : [])),
    },
  },
  { name: 'never verifies', steps: { receive: (deliveries, _, idOf) => SOUND.receive(deliveries, () => true, idOf) } },
  {
    name: 'trusts an id that it has seen',
    steps: {
      receive: (deliveries, verified, idOf) => {
        const seen = new Set<string>();
        return [...deliveries.entries()].flatMap(([index, delivery]) => {
          const trusted = seen.has(idOf(delivery));
          if (!trusted && !verified(delivery)) return [];
          seen.add(idOf(delivery));
          return trusted && verified(delivery) ? [] : [index];
        });
      },
    },
  },
  { name: 'de-duplicates on the signature', steps: { receive: dedupeOn(({ header }) => String(header)) } },
  { name: 'de-duplicates on the bytes of the body', steps: { receive: dedupeOn(({ body }) => body) } },
  { name: 'de-duplicates on the type', steps: { receive: dedupeOn(delivery => String(eventOf(delivery).type)) } },
  {
    name: 'de-duplicates on the order',
    steps: { receive: dedupeOn(delivery => JSON.stringify(eventOf(delivery).data)) },
  },
  {
    name: 'forgets after a hundred events',
    steps: {
      receive: (deliveries, verified, idOf) => {
        let seen: string[] = [];
        return [...deliveries.entries()].flatMap(([index, delivery]) => {
          if (!verified(delivery) || seen.includes(idOf(delivery))) return [];
          seen = [...seen, idOf(delivery)].slice(-100);
          return [index];
        });
      },
    },
  },
  {
    name: 'remembers only the last event',
    steps: {
      receive: (deliveries, verified, idOf) => {
        let last = '';
        return [...deliveries.entries()].flatMap(([index, delivery]) => {
          if (!verified(delivery) || idOf(delivery) === last) return [];
          last = idOf(delivery);
          return [index];
        });
      },
    },
  },
  {
    name: 'acts only on completed',
    steps: {
      receive: (deliveries, verified, idOf) =>
        SOUND.receive(
          deliveries,
          delivery => eventOf(delivery).type === 'disbursement.completed' && verified(delivery),
          idOf,
        ),
    },
  },
  { name: 'looks for the id at /id always', steps: { eventId: delivery => String(eventOf(delivery).id) } },
  {
    name: 'never looks for the id in a header',
    steps: {
      eventId: (delivery, dialect) =>
        SOUND.eventId(delivery, { ...dialect, eventId: String(dialect.eventId).replace(/^header:.*/, '/id') }),
    },
  },
  {
    name: 'parses before it verifies',
    steps: {
      receive: (deliveries, verified, idOf) => {
        for (const delivery of deliveries) eventOf(delivery);
        return SOUND.receive(deliveries, verified, idOf);
      },
    },
  },
  {
    name: 'acts only on the usual types',
    steps: {
      receive: (deliveries, verified, idOf) =>
        SOUND.receive(
          deliveries,
          delivery =>
            verified(delivery) && /^(collection|disbursement|order|session)\./.test(String(eventOf(delivery).type)),
          idOf,
        ),
    },
  },
  {
    name: 'keeps only the letters and digits of ids',
    steps: { receive: dedupeOn((_, id) => id.replace(/\W|_/g, '')) },
  },
  {
    name: 'reads ids of digits as numbers',
    steps: { receive: dedupeOn((_, id) => String(/^\d/.test(id) ? Number(id) : id)) },
  },
  { name: 'composes the letters of ids', steps: { receive: dedupeOn((_, id) => id.normalize()) } },
  { name: 'keeps only the end of ids', steps: { receive: dedupeOn((_, id) => id.slice(-64)) } },
  { name: 'folds the case of ids', steps: { receive: dedupeOn((_, id) => id.toLowerCase()) } },
  { name: 'cuts long ids', steps: { receive: dedupeOn((_, id) => id.slice(0, 64)) } },
  {
    name: 'takes ids as numbers',
    steps: { receive: dedupeOn((_, id) => String(Number.parseFloat(id.replace(/^\D+/, '')))) },
  },
  {
    name: 'stops at the first forgery',
    steps: {
      receive: (deliveries, verified, idOf) => {
        const end = deliveries.findIndex(delivery => !verified(delivery));
        return SOUND.receive(end < 0 ? deliveries : deliveries.slice(0, end), verified, idOf);
      },
    },
  },
  {
    name: 'reports one delivery twice',
    steps: {
      receive: (deliveries, verified, idOf) =>
        SOUND.receive(deliveries, verified, idOf).flatMap(index => [index, index]),
    },
  },
];
