import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUN_INFO } from '../../testing/samples.ts';
import { Chain } from './chain.ts';
import { parseRecord } from './read-record.ts';

const RUN = { type: 'run', ...RUN_INFO };
const TROUBLE = (nth: number) => ({ type: 'trouble', kind: 'receiver-limit', from: nth, to: nth, message: `é ${nth}` });

/** The lines of a record with its chain, each with its end. */
function chained(): readonly string[] {
  const chain = new Chain();
  const lines = [RUN, ...[1, 2, 3, 4].map(TROUBLE), { type: 'end', at: 9, reason: 'done', lines: 5 }];
  return lines.map(line => `${chain.link(JSON.stringify(line))}\n`);
}

const LINES = chained();
const TEXT = LINES.join('');
const read = (text: string) => parseRecord(text, 'run.ndjson');

/** Whether reading refuses a record, or says that it is cut off or not verified. */
function isNoticed(text: string): boolean {
  try {
    const { end, run } = read(text);
    return end === undefined || run.unverified !== undefined;
  } catch {
    return true;
  }
}

test('A chained record is read without its links', () => {
  const { end, run, troubles } = read(TEXT);
  expect([end?.reason, run.unverified, troubles.length]).toEqual(['done', undefined, 4]);
  expect(JSON.stringify([run, troubles])).not.toContain('chain');
});

test('A chained record reveals each change of a single byte', () => {
  const bytes = Buffer.from(TEXT);
  for (let at = 0; at < bytes.length; at++) {
    for (const bit of [1, 16, 128]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ bit;
      // Text that is no longer UTF-8 is compared as it is read.
      const text = changed.toString('utf8');
      expect(isNoticed(text), `bit ${bit} of byte ${at}`).toBe(true);
    }
  }
});

test('A chained record reveals each line that is swapped, dropped, doubled, blank, or from another record', () => {
  fc.assert(
    fc.property(fc.nat(LINES.length - 1), fc.nat(LINES.length - 1), (a, b) => {
      const swapped = LINES.with(a, LINES[b] ?? '').with(b, LINES[a] ?? '');
      if (a !== b) expect(isNoticed(swapped.join(''))).toBe(true);
      expect(isNoticed(LINES.toSpliced(a, 1).join(''))).toBe(true);
      expect(isNoticed(LINES.toSpliced(a, 0, LINES[b] ?? '').join(''))).toBe(true);
      expect(isNoticed(LINES.toSpliced(a, 0, '\n').join(''))).toBe(true);
      const other = new Chain().link(JSON.stringify(TROUBLE(a)));
      expect(isNoticed(LINES.toSpliced(a, 1, `${other}\n`).join(''))).toBe(true);
    }),
  );
});

test('A chained record of a run that was killed at any byte is cut off there, and its full lines still verify', () => {
  const bytes = Buffer.from(TEXT);
  for (let size = bytes.indexOf('\n') + 1; size < bytes.length; size++) {
    const text = bytes.subarray(0, size).toString();
    const { end, run, troubles } = read(text);
    expect([end, run]).toEqual([undefined, RUN_INFO]);
    expect(troubles).toHaveLength(text.split('\n').length - 2);
  }
});

test('A chained record is refused at the first line that does not fit, and read with a note on request', () => {
  const changed = LINES.with(2, (LINES[2] ?? '').replace('é 2', 'é 7')).join('');
  expect(() => read(changed)).toThrow('run.ndjson, line 3: it is not what was recorded there');
  const { run, troubles } = parseRecord(changed, 'run.ndjson', { unverified: true });
  expect(run.unverified).toBe('line 3 is not what was recorded there');
  expect(troubles).toHaveLength(4);
});

test('A record without a chain, or with a part of one, is refused', () => {
  const bare = LINES.map(line => `${Chain.unlinked(Buffer.from(line.trimEnd()))}\n`);
  for (const lines of [bare, [...bare.slice(0, 2), ...LINES.slice(2)]])
    expect(() => read(lines.join(''))).toThrow('line 1: it is not what was recorded');
  expect(parseRecord(bare.join(''), 'run.ndjson', { unverified: true }).troubles).toHaveLength(4);
});
