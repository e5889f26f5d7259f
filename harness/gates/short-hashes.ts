import { crc32 } from 'node:zlib';

/** Hashes of 32 bits that stand for a whole id in careless programs: Java's `hashCode`, `h * 33 + c`, and CRC-32. */
export const SHORT_HASHES: readonly ((text: string) => string)[] = [
  multipliedBy(31),
  multipliedBy(33),
  text => String(crc32(text)),
];

/** Ends of ids. For each of the short hashes, two of these ends give two ids the same hash. */
export const ENDS_OF_ONE_HASH: readonly string[] = ['Aa', 'BB', 'Bb', 'CA', 'sz5vxj9a', 'v29dvxbw'];

function multipliedBy(factor: number): (text: string) => string {
  return text => String([...Buffer.from(text)].reduce((hash, byte) => (Math.imul(hash, factor) + byte) | 0, 0));
}
