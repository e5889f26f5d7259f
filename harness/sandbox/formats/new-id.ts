import type { World } from '../../world/world.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The forms of an id, with their generators: `evt_3f…`, a UUID, a ULID, 32 hex digits, or 18 decimal digits. */
export const ID_FORMS = {
  prefixed: (world: World, prefix: string) => `${prefix}_${world.randomBytes(12).toString('hex')}`,
  uuid: (world: World) => world.uuid(),
  ulid: (world: World) => crockford(BigInt(world.now()), 10) + crockford(randomInteger(world, 10), 16),
  hex: (world: World) => world.randomBytes(16).toString('hex'),
  numeric: (world: World) => String(10n ** 17n + (randomInteger(world, 8) % (9n * 10n ** 17n))),
};

/** The kinds of ids that a form in words may replace, each with its prefix in the form `prefixed`. */
export const ID_KINDS = {
  order: 'co',
  event: 'evt',
  onrampOrder: 'onr',
  onrampReference: 'ref',
  customer: 'cus',
  account: 'acc',
  accountReference: 'pay',
  providerReference: 'SBX',
} as const;

/** A kind of ids. */
export type IdKind = keyof typeof ID_KINDS;

/** A new id. The form `prefixed` shows the prefix, which names the kind of resource. */
export function newId(world: World, form: keyof typeof ID_FORMS, prefix: string): string {
  return ID_FORMS[form](world, prefix);
}

function randomInteger(world: World, bytes: number): bigint {
  return BigInt(`0x${world.randomBytes(bytes).toString('hex')}`);
}

function crockford(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 32n) text = CROCKFORD.charAt(Number(rest % 32n)) + text;
  return text;
}
