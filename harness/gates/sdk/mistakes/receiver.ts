import { oncePerObject } from '../../../base/once.ts';
import { locate, type Readable, typeOf } from '../../../evidence/locator.ts';
import type { ReceiveParams, StreamDelivery } from '../protocol.ts';

/** The steps of a receiver, for one delivery after the other. A known mistake replaces one or more of them. */
export interface ReceiverSteps {
  /** Whether it looks at a delivery at all. @param verified whether its signature verifies */
  goesOn(verified: boolean): boolean;
  /** Whether it parses the body of a delivery, and looks for its event. */
  opens(verified: boolean): boolean;
  /** What it reads of a delivery; undefined where it leaves one out that it cannot read. */
  reads(delivery: StreamDelivery): Readable | undefined;
  /** Whether it acts on events of this type. */
  wants(type: string): boolean;
  eventId(delivery: Readable, dialect: ReceiveParams['dialect']): string;
  /** What has to differ between two events. */
  key(id: string, delivery: StreamDelivery): string;
  /** Whether it notes the key. */
  notes(verified: boolean): boolean;
  /** What it remembers of the keys that it noted, the newest last. */
  remembers(keys: readonly string[]): readonly string[];
  /** Whether it acts on the delivery. @param known whether it remembers its key */
  acts(verified: boolean, known: boolean): boolean;
  /** What it reports of a delivery that it acted on. */
  reports(index: number): readonly number[];
}

/** Every step as the rules say (Signature header, rule 5). */
export const RIGHT_RECEIVER: ReceiverSteps = {
  goesOn: () => true,
  opens: verified => verified,
  reads: delivery => read(delivery),
  wants: () => true,
  eventId: (delivery, { eventId, eventType }) => locate(delivery, eventId, typeOf(delivery, eventType)) ?? '',
  key: id => id,
  notes: verified => verified,
  remembers: keys => keys,
  acts: (verified, known) => verified && !known,
  reports: index => [index],
};

/**
 * The deliveries that an SDK acts on. @throws any error where a step does
 * @param replaced its steps that are wrong
 * @param verifies whether a delivery verifies for it
 * @param isCareful whether it leaves out a genuine delivery that it cannot read, or that has no id for it
 */
export function receiveBy(
  replaced: Partial<ReceiverSteps>,
  { deliveries, dialect }: ReceiveParams,
  verifies: (delivery: StreamDelivery) => boolean,
  isCareful: boolean,
): readonly number[] {
  const steps = { ...RIGHT_RECEIVER, ...replaced };
  const processed: number[] = [];
  let keys: readonly string[] = [];
  for (const [index, delivery] of deliveries.entries()) {
    const verified = verifies(delivery);
    if (!steps.goesOn(verified)) break;
    if (!steps.opens(verified)) continue;
    const opened = (isCareful && verified ? readable : steps.reads)(delivery);
    if (opened === undefined || !steps.wants(typeOf(opened, dialect.eventType) ?? '')) continue;
    const id = steps.eventId(opened, dialect);
    if (isCareful && id === '') continue;
    const key = steps.key(id, delivery);
    // An event without an id cannot be known.
    const known = key !== '' && keys.includes(key);
    if (steps.notes(verified) && !known) keys = steps.remembers([...keys, key]);
    if (steps.acts(verified, known)) processed.push(...steps.reports(index));
  }
  return processed;
}

/** What is read of a delivery; undefined where it cannot be read. */
export const readable: ReceiverSteps['reads'] = delivery => {
  try {
    return read(delivery);
  } catch {
    return undefined;
  }
};

/** The event of a delivery. @throws SyntaxError where the body is not JSON */
export function eventOf(delivery: StreamDelivery): { readonly [name: string]: unknown } {
  return JSON.parse(textOf(delivery));
}

function textOf({ body }: StreamDelivery): string {
  return Buffer.from(body, 'base64').toString('utf8');
}

/** What is read of a delivery. @throws SyntaxError where the body is not JSON */
const read = oncePerObject((delivery: StreamDelivery): Readable => {
  const text = textOf(delivery);
  JSON.parse(text);
  return { headers: Object.entries(delivery.headers), body: { size: text.length, sha256: '', text } };
});
