import { hash } from 'node:crypto';
import type { World } from './world.ts';

/** The randomness of a world. */
type Randomness = Pick<World, 'randomBytes' | 'uuid'>;

/** Random bytes that a seed determines: SHA-256 over the seed and a counter. Not for secrets. */
export function seededRandom(seed: number | string): Randomness {
  let counter = 0;
  return randomnessOf(size => {
    const blocks: Buffer[] = [];
    for (let length = 0; length < size; length += 32) {
      blocks.push(hash('sha256', `${seed}:${counter++}`, 'buffer'));
    }
    return Buffer.concat(blocks).subarray(0, size);
  });
}

/** Randomness from a source of bytes. */
export function randomnessOf(randomBytes: (size: number) => Buffer): Randomness {
  return { randomBytes, uuid: () => uuidFrom(randomBytes(16)) };
}

function uuidFrom(bytes: Buffer): string {
  const id = Buffer.from(bytes);
  id[6] = (bytes.readUInt8(6) & 0x0f) | 0x40;
  id[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
