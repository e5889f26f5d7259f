import type { World } from '../../core/world.ts';

/** The forms of an id. */
export const ID_FORMS = ['prefixed', 'uuid', 'ulid', 'hex', 'numeric'] as const;

/** A form of id: `evt_3f…`, a UUID, a ULID, 32 hex digits, or 18 decimal digits. */
export type IdForm = (typeof ID_FORMS)[number];

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new id. The form `prefixed` shows the prefix, which names the kind of resource. */
export function newId(world: World, form: IdForm, prefix: string): string {
  switch (form) {
    case 'prefixed':
      return `${prefix}_${world.randomBytes(12).toString('hex')}`;
    case 'uuid':
      return world.uuid();
    case 'ulid':
      return crockford(BigInt(world.now()), 10) + crockford(bits(world, 10), 16);
    case 'hex':
      return world.randomBytes(16).toString('hex');
    case 'numeric':
      return String(10n ** 17n + (bits(world, 8) % (9n * 10n ** 17n)));
  }
}

function bits(world: World, bytes: number): bigint {
  return BigInt(`0x${world.randomBytes(bytes).toString('hex')}`);
}

function crockford(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 32n) text = CROCKFORD.charAt(Number(rest % 32n)) + text;
  return text;
}
