import { readSync } from 'node:fs';

/** How much is read at once, in bytes. */
const READ_AT_ONCE = 256 * 1024;

/** The lines of an open file, without their ends, read as they are asked for. */
export function* linesIn(file: number): Generator<string> {
  const chunk = Buffer.alloc(READ_AT_ONCE);
  let begun: Buffer[] = [];
  for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
    let from = 0;
    for (let end = chunk.indexOf(10, from); end >= 0 && end < size; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString('utf8');
      begun = [];
      from = end + 1;
    }
    begun.push(Buffer.from(chunk.subarray(from, size)));
  }
  yield Buffer.concat(begun).toString('utf8');
}
