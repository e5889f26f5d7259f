import type { World } from '../../world/world.ts';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';

const HOUR_MS = 3_600_000;

/** The text of `t` for a moment (milliseconds since the Unix epoch), in the unit and form of the dialect. */
export function writeT(world: World, moment: number, { timestampUnit, signature }: SandboxDialect): string {
  const ms = Math.floor(moment);
  const write = {
    s: () => String(Math.floor(ms / 1000)),
    ms: () => String(ms),
    us: () => ms + randomDigits(world, 3),
    ns: () => ms + randomDigits(world, 6),
    iso: () => writeIso(world, ms, signature.isoForm),
  };
  return write[timestampUnit]();
}

function writeIso(world: World, ms: number, form: SandboxDialect['signature']['isoForm']): string {
  const local = form.startsWith('offset') ? ms + 2 * HOUR_MS : ms;
  const [seconds] = new Date(local).toISOString().split('.');
  const fraction = form.endsWith('fraction') ? `.${String(ms % 1000).padStart(3, '0')}${randomDigits(world, 3)}` : '';
  return seconds + fraction + (form.startsWith('offset') ? '+02:00' : 'Z');
}

/** Digits below the clock's resolution of a millisecond. */
function randomDigits(world: World, digits: number): string {
  return String(world.randomBytes(4).readUInt32BE() % 10 ** digits).padStart(digits, '0');
}
