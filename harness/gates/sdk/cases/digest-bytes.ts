import { CURRENT, digest, each, signed, type Table } from './draft.ts';

/** Where the bytes below 16 of a digest are: their hex begins with a zero, which careless conversions lose. */
const LOW_BYTES = [
  ['none', 'no byte below 16', []],
  ['first', 'a first byte below 16', [0]],
  ['inner', 'an inner byte below 16', [16]],
  ['last', 'a last byte below 16', [31]],
] as const;

/** Rule 2: the digest is written in hex, two digits for each byte. Which bytes a digest has is chosen, not chance. */
export const digestBytesCases: Table = ({ accept, T }) => [
  accept(
    'the digest is 64 hex digits, two for each byte',
    each(LOW_BYTES, ([name, title, places]) => {
      const body = bodyWithLowBytes(T, places);
      return [name, [`the digest has ${title}`, signed(T, body), { body }]];
    }),
  ),
];

/** A body whose digest has bytes below 16 in these places only. One of some hundred bodies has. */
function bodyWithLowBytes(t: string, places: readonly number[]): Buffer {
  for (let number = 0; ; number++) {
    const body = Buffer.from(`{"id":"evt_${number}"}`);
    const low = [...Buffer.from(digest(CURRENT, t, body), 'hex')].flatMap((byte, place) => (byte < 16 ? [place] : []));
    if (low.join() === places.join()) return body;
  }
}
