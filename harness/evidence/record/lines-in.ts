import { readSync } from 'node:fs';

/** How much is read at once, in bytes. */
const READ_AT_ONCE = 256 * 1024;

/** The lines of an open file with their ends, read as they are asked for. Only the last may have none. */
export function* linesIn(file: number): Generator<Buffer> {
  const chunk = Buffer.alloc(READ_AT_ONCE);
  let begun: Buffer[] = [];
  for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
    let from = 0;
    for (let end = chunk.indexOf(10, from); end >= 0 && end < size; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end + 1)]);
      begun = [];
      from = end + 1;
    }
    begun.push(Buffer.from(chunk.subarray(from, size)));
  }
  const last = Buffer.concat(begun);
  if (last.length > 0) yield last;
}
