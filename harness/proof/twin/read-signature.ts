import { header } from '../../base/json.ts';
import type { Delivery, SignatureSeen } from '../../evidence/evidence.ts';
import { majority, type Reading } from '../../facts/reading.ts';
import type { Observed } from './observed.ts';

/** A signature header as it was sent. */
interface SentSignature extends Pick<SignatureSeen, 'slots' | 'v1'> {
  readonly id: string;
  /** The names and values of its pairs, in order. */
  readonly pairs: readonly (readonly [name: string, value: string])[];
}

/** What the signature header shows, one vote for each delivery. */
export function bySignature<T>(
  observed: Observed,
  read: (sent: SentSignature) => T | undefined,
): Reading<T> | undefined {
  return majority(
    observed.deliveries.flatMap(delivery =>
      observed.view.signaturesOf(delivery).map(seen => ({ value: read(sentAs(delivery, seen)), id: delivery.id })),
    ),
  );
}

function sentAs({ id, headers }: Delivery, { header: name, slots, v1 }: SignatureSeen): SentSignature {
  const pairs = (header(headers, name) ?? '').split(',').map(pair => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  return { id, pairs, slots, v1 };
}

/** Where `t` stands among the `v1`. */
export function tPlace({ pairs }: SentSignature): string | undefined {
  const names = pairs.map(([name]) => name).filter(name => name === 't' || name === 'v1');
  const place = names.indexOf('t');
  if (place < 0) return undefined;
  return place === 0 ? 'first' : place === names.length - 1 ? 'last' : 'second';
}

/** Whether some `v1` match no secret. The record does not say which. */
export function decoyV1({ slots, v1 }: SentSignature): string | undefined {
  if (slots.length === 0) return undefined;
  const more = v1 - slots.length;
  return more <= 0 ? 'none' : more === 1 ? 'after' : 'around';
}

/** The names of other pairs, each with an example: a real value may tell something. */
export function otherPairs({ pairs }: SentSignature): readonly string[] {
  const names = pairs.map(([name]) => name).filter(name => name !== 't' && name !== 'v1' && /^[^=,\s]+$/.test(name));
  return names.map(name => `${name}=example`);
}

/** Where they stand. */
export function otherPairsPlace({ pairs }: SentSignature): string | undefined {
  const isOther = pairs.map(([name]) => name !== 't' && name !== 'v1');
  const first = isOther.indexOf(true);
  if (first < 0) return undefined;
  return first === 0 ? 'before' : isOther.slice(first).includes(false) ? 'between' : 'after';
}

/** The form of a `t` that is RFC 3339. */
export function isoForm({ pairs }: SentSignature): string | undefined {
  const [, t = ''] = pairs.find(([name]) => name === 't') ?? [];
  if (!/^\d{4}-/.test(t)) return undefined;
  const zone = /[+-]\d\d:\d\d$/.test(t) ? 'offset' : 'utc';
  return t.includes('.') ? `${zone}-fraction` : zone;
}
