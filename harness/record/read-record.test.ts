import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { HarnessError } from '../core/errors.ts';
import { Redactor } from '../core/redaction.ts';
import { parseRecord, RECORD_FILE, readRecord } from './read-record.ts';
import { Recorder } from './recorder.ts';

const RUN = { schema: 1, run: 'r1', at: 0, seed: 1, target: { kind: 'embedded', url: 'u' }, harness: 'h', node: 'n' };

/** The lines of a record as the door writes them, with everything in it. */
function written() {
  const lines: string[] = [];
  const recorder = new Recorder({
    run: RUN as never,
    redactor: new Redactor(Buffer.alloc(32)),
    secrets: () => [],
    sink: line => lines.push(line),
  });
  recorder.write({ type: 'scenario', id: 's1', suite: 'x', title: 'é\u2028', from: 0 });
  recorder.write({ type: 'journey', id: 'j1', scenario: 's1', order: 'o1', from: 0, alone: 0 });
  const { id } = recorder.exchange({
    attempt: 0,
    sentAt: 1,
    endedAt: 2,
    request: { method: 'POST', url: 'u', headers: [['A', 'b']], body: Buffer.from('{}') },
    response: { status: 202, headers: [], body: Buffer.from([0xff]) },
  });
  recorder.write({ type: 'step', journey: 'j1', event: 'disburse', exchange: id, at: 1 });
  recorder.malformed(3, 'HPE', Buffer.from('?'));
  recorder.end({ at: 9, reason: 'done' });
  return { lines, evidence: recorder.evidence };
}

const text = (lines: readonly string[]) => lines.map(line => `${line}\n`).join('');

const problem = (lines: string) => {
  try {
    parseRecord(lines, 'run.ndjson');
  } catch (thrown) {
    const { code, kind, message } = thrown as HarnessError;
    expect([code, kind]).toEqual(['record-invalid', 'usage']);
    return message;
  }
  return undefined;
};

test('what is read is what was gathered as it was written', () => {
  const { lines, evidence } = written();
  const read = parseRecord(text(lines), 'run.ndjson');
  for (const key of ['run', 'scenarios', 'journeys', 'exchanges', 'deliveries', 'malformed', 'end'] as const) {
    expect(read[key]).toEqual(evidence[key]);
  }
});

test('a file that is cut anywhere behind its first line is read as far as it goes, and has no end', () => {
  const { lines } = written();
  const whole = Buffer.from(text(lines));
  const first = Buffer.byteLength(lines[0] ?? '');
  for (let length = first; length < whole.length - 1; length++) {
    const read = parseRecord(whole.subarray(0, length).toString('utf8'), 'run.ndjson');
    expect(read.end).toBeUndefined();
    expect(read.run).toEqual(RUN);
  }
  expect(parseRecord(whole.subarray(0, -1).toString('utf8'), 'run.ndjson').end).toEqual({ at: 9, reason: 'done' });
});

test('a file without its footer has no end', () => {
  const { lines, evidence } = written();
  const read = parseRecord(text(lines.slice(0, -1)), 'run.ndjson');
  expect(read.end).toBeUndefined();
  expect(read.exchanges).toEqual(evidence.exchanges);
});

test('a line that is missing, or added, is told by the footer', () => {
  const { lines } = written();
  expect(problem(text(lines.toSpliced(2, 1)))).toBe('run.ndjson, line 6: the footer counts 6 lines, 5 came before it');
  expect(problem(text(lines.toSpliced(2, 0, lines[2] ?? '')))).toBe(
    'run.ndjson, line 8: the footer counts 6 lines, 7 came before it',
  );
});

test('nothing comes after the footer', () => {
  const { lines } = written();
  expect(problem(text([...lines, lines[1] ?? '']))).toBe('run.ndjson, line 8: it comes after the footer');
  expect(problem(text([...lines, ...lines]))).toBe('run.ndjson, line 8: it comes after the footer');
  expect(problem(`${text(lines)}{"type":"sc`)).toBe('run.ndjson, line 8: it comes after the footer');
});

test('a line that is broken in the middle is named', () => {
  const { lines } = written();
  expect(problem(text(lines.with(3, '{"type":')))).toMatch(/^run\.ndjson, line 4: it is not JSON: ./);
});

test.each([
  ['nothing', ''],
  ['blank lines', '\n\n'],
  ['JSON of something else', '{"log":{"version":"1.2"}}\n'],
  ['a run of another schema', '{"type":"run","schema":2}\n'],
  ['a record without its first line', '{"type":"scenario","id":"s1"}\n'],
  ['a first line that is cut', '{"type":"run","sch'],
  ['null', 'null\n'],
  ['a number', '5\n'],
])('what is not ours is refused: %s', (_, content) => {
  expect(problem(content)).toBe('run.ndjson, line 1: the first line does not describe a run of schema 1');
});

test('a record is read from the folder of its run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'record-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const missing = expect.objectContaining({
    code: 'record-missing',
    kind: 'usage',
    message: `${folder} holds no run.ndjson`,
  });
  expect(() => readRecord(folder)).toThrow(missing);
  writeFileSync(join(folder, RECORD_FILE), text(written().lines));
  expect(readRecord(folder).run).toEqual(RUN);
  writeFileSync(join(folder, RECORD_FILE), 'x\ny\n');
  expect(() => readRecord(folder)).toThrow(join(folder, 'run.ndjson'));
});
