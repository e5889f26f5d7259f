import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RUN_INFO } from '../../testing/samples.ts';
import { temporaryFolders } from '../../testing/temporary-folders.ts';
import { thrownBy } from '../../testing/thrown-by.ts';
import { Redactor } from '../redaction/redaction.ts';
import { Chain } from './chain.ts';
import { parseRecord, RECORD_FILE, readRecord } from './read-record.ts';
import { Recorder } from './recorder.ts';

const newFolder = temporaryFolders();

/** The lines of a record as the recorder writes them. */
function written() {
  const lines: string[] = [];
  const recorder = new Recorder({
    run: RUN_INFO,
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

/** How a text is refused. */
const refused = (content: string) => thrownBy(() => parseRecord(content, 'run.ndjson'));

const problem = (content: string) => {
  const { code, kind, message } = refused(content);
  expect([code, kind]).toEqual(['record-invalid', 'usage']);
  return message;
};

test('Reading gives the evidence that was gathered while writing', () => {
  const { lines, evidence } = written();
  const read = parseRecord(Chain.textOf(lines), 'run.ndjson');
  expect(read).toEqual(evidence);
});

test('The footer shows that a line is missing or added', () => {
  const { lines } = written();
  expect(problem(Chain.textOf(lines.toSpliced(2, 1)))).toBe(
    'run.ndjson, line 6: the footer counts 6 lines, but 5 come before it',
  );
  expect(problem(Chain.textOf(lines.toSpliced(2, 0, lines[2] ?? '')))).toBe(
    'run.ndjson, line 8: the footer counts 6 lines, but 7 come before it',
  );
  const { lines: _, ...uncounted } = JSON.parse(lines.at(-1) ?? '');
  expect(problem(Chain.textOf(lines.with(-1, JSON.stringify(uncounted))))).toMatch(/the footer counts undefined lines/);
});

test('A second description of the run in a record is refused', () => {
  const { lines } = written();
  expect(problem(Chain.textOf(lines.with(3, lines[0] ?? '')))).toBe(
    'run.ndjson, line 4: it describes a run a second time',
  );
});

test('A record of any length is read in parts, wherever the parts end', () => {
  const folder = newFolder();
  const { lines } = written();
  const long = Array.from({ length: 40 }, (_, nth) => {
    const message = 'é€😀'.repeat(3_000 + nth);
    return JSON.stringify({ type: 'trouble', kind: 'stall', from: nth, to: nth, message });
  });
  const end = JSON.stringify({ type: 'end', at: 9, reason: 'done', lines: lines.length - 1 + long.length });
  const whole = Chain.textOf([...lines.slice(0, -1), ...long, end]);
  for (const content of [whole, whole.slice(0, -1), whole.slice(0, -20)]) {
    writeFileSync(join(folder, RECORD_FILE), content);
    expect(readRecord(folder)).toEqual(parseRecord(content, RECORD_FILE));
  }
  expect(readRecord(folder).end).toBeUndefined();
  expect(readRecord(folder).troubles).toHaveLength(40);
});

test('Nothing may come after the footer', () => {
  const { lines } = written();
  expect(problem(Chain.textOf([...lines, lines[1] ?? '']))).toBe('run.ndjson, line 8: it comes after the footer');
  expect(problem(Chain.textOf([...lines, ...lines]))).toBe('run.ndjson, line 8: it comes after the footer');
  expect(refused(`${Chain.textOf(lines)}{"type":"sc`).code).toBe('record-altered');
});

test('A line that is not JSON is named by its number', () => {
  const { lines } = written();
  expect(problem(Chain.textOf(lines.with(3, '{"type":')))).toMatch(/^run\.ndjson, line 4: it is not JSON: ./);
});

test.each([
  ['{"id":"d1"}', '/type is missing'],
  ['{"type":"parcel"}', '/type is string "parcel", which is not known'],
  ['{"type":"trouble","from":1,"to":2,"message":""}', '/kind is missing'],
  ['{"type":"trouble","kind":"rain","from":1,"to":2,"message":""}', '/kind must be target-unreachable or stall'],
  ['{"type":"trouble","kind":"stall","from":null,"to":2,"message":""}', '/from must be a number, not null'],
  ['{"type":"malformed","at":1,"code":"c","packet":{"size":1}}', '/packet/sha256 is missing'],
  ['{"type":"malformed","at":1,"code":"c","packet":{"size":1,"sha256":"","base64":"?"}}', '/packet/base64 must match'],
])('A line that does not follow the schema of its type is refused: %s', (line, what) => {
  const { lines } = written();
  expect(problem(Chain.textOf(lines.with(3, line)))).toContain(`run.ndjson, line 4: ${what}`);
});

test.each([
  ['nothing', ''],
  ['blank lines', '\n\n'],
  ['JSON of something else', '{"log":{"version":"1.2"}}\n'],
  ['a record without its first line', '{"type":"scenario","id":"s1"}\n'],
  ['a first line that is cut', '{"type":"run","sch'],
  ['null', 'null\n'],
  ['a number', '5\n'],
])('A file that is not a record is refused: %s', (_, content) => {
  expect(problem(content)).toBe('run.ndjson, line 1: it does not describe a run');
});

test('A record of another schema is refused, with the version found and the one that is read', () => {
  const { message, code, kind, details } = refused(`${JSON.stringify({ ...RUN_INFO, type: 'run', schema: 2 })}\n`);
  expect([code, kind]).toEqual(['record-version', 'usage']);
  expect(message).toBe('run.ndjson has the record schema number 2');
  expect(details).toMatchObject({
    received: 'a record that onramp-harness 0.0.0 wrote',
    expected: 'schema 1, the only one that this version reads',
  });
  expect(refused('{"type":"run"}\n').code).toBe('record-version');
});

test('A record is read from the folder of its run', () => {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const missing = expect.objectContaining({
    code: 'record-missing',
    kind: 'usage',
    message: `${folder} has no run.ndjson`,
  });
  expect(() => readRecord(folder)).toThrow(missing);
  mkdirSync(join(folder, RECORD_FILE));
  expect(() => readRecord(folder)).toThrow(expect.objectContaining({ code: 'record-unreadable', kind: 'usage' }));
  rmSync(join(folder, RECORD_FILE), { recursive: true });
  writeFileSync(join(folder, RECORD_FILE), Chain.textOf(written().lines));
  expect(readRecord(folder).run).toEqual(RUN_INFO);
  writeFileSync(join(folder, RECORD_FILE), 'x\ny\n');
  expect(() => readRecord(folder)).toThrow(join(folder, 'run.ndjson'));
});
