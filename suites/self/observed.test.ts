import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { driftBetween, type FactsFile, type Lifecycle, observedAsMarkdown, parseFacts, parseLifecycle } from '#harness';
import { callSimulated, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

const SAMPLE = join(import.meta.dirname, '../../reports/observed/embedded');

const text = (...path: string[]) => readFileSync(join(...path), 'utf8');
const factsIn = (...path: string[]): FactsFile => parseFacts(text(...path), path.join('/'));

const lifecycleIn = (folder: string) => parseLifecycle(text(folder, 'lifecycle.json'), folder);

/** Shares, durations and explored paths vary. Their changes are not breaking. */
const MOVING = /^(webhook\.|signature\.renewed|states\.transitions|simulate\.mismatch-outcome)/;

async function runOf(...args: string[]): Promise<{ folder: string; code: number | null; stdout: string }> {
  const folder = join(newFolder(), 'run');
  const { code, stdout } = await callSimulated(['run', '--target', 'embedded', '--out', folder, ...args]);
  return { folder, code, stdout };
}

let first = '';
beforeAll(async () => {
  first = (await runOf('--seed', '1')).folder;
});

test('The observed facts of the embedded sandbox answer every gap that HTTP traffic can answer', () => {
  const unanswered = factsIn(first, 'facts.json').facts.filter(({ status }) => status !== 'answered');
  expect(unanswered.map(({ gap }) => gap)).toEqual([
    'onramp.creation',
    'simulate.amount-unit',
    'preview.other-endpoints',
    'session.creation',
    'auth.key-issue',
    'auth.own-orders',
    'signature.boundary',
    'webhook.target-setup',
    'webhook.secret-setup',
    'version.unsettled-fields',
  ]);
});

test('The observed facts name evidence in the record', () => {
  const ids = new Set([...text(first, 'run.ndjson').matchAll(/"id":"([xdj]\d+)"/g)].map(([, id]) => id));
  const named = factsIn(first, 'facts.json').facts.flatMap(({ evidence }) => evidence);
  expect(named.length).toBeGreaterThan(300);
  expect(named.filter(id => !ids.has(id))).toEqual([]);
});

test('The observed facts of another dialect drift if the dialects differ, as breaking changes', async () => {
  const dialect = join(newFolder(), 'dialect.json');
  const changed = {
    timestampUnit: 'ms',
    eventId: '/event_id',
    eventTypes: { expire: 'quote.expired' },
    simulateStatus: 200,
    statuses: { illegalStep: 422, unknownOrder: 410 },
    formats: { timestamps: 'epoch-s' },
    values: { onrampStatus: 'PROCESSING' },
  };
  writeFileSync(dialect, JSON.stringify(changed));
  const other = await runOf('--orders', '100', '--dialect', dialect, '--baseline', first);
  expect(other.code).toBe(1);
  expect(other.stdout).toContain('breaking changes');
  const { drift } = JSON.parse(text(other.folder, 'drift.json'));
  const gaps = new Set(
    drift.changes.filter(({ breaking }: { breaking: boolean }) => breaking).map(({ gap }: { gap: string }) => gap),
  );
  expect([...gaps].sort()).toEqual([
    'event.fields',
    'event.id-field',
    'event.names',
    'format.timestamps',
    'onramp.status-values',
    // An order id in another spelling is unknown.
    'request.odd-values',
    'signature.t-unit',
    'simulate.illegal-step',
    // An order that received less is held, and its state does not allow the next step.
    'simulate.mismatch-outcome',
    'simulate.status',
    'simulate.unknown-order',
  ]);
});

test('The sample of the embedded sandbox equals its rendered facts and lifecycle', () => {
  const lifecycle = lifecycleIn(SAMPLE);
  expect(text(SAMPLE, 'README.md')).toBe(observedAsMarkdown(factsIn(SAMPLE, 'facts.json'), lifecycle));
  expect(readdirSync(SAMPLE).sort()).toEqual(['README.md', 'facts.json', 'lifecycle.json']);
});

test('The sample of the embedded sandbox has the complete lifecycle of any run', () => {
  // The named amounts and networks, and the first visited state, depend on the seed.
  const transitions = ({ transitions }: Lifecycle) =>
    new Set(
      transitions.flatMap(({ from, event, to, answer, webhooks }) =>
        event.includes(' ') ? [] : [[from, event, to, answer, ...webhooks].join()],
      ),
    );
  expect(transitions(lifecycleIn(SAMPLE))).toEqual(transitions(lifecycleIn(first)));
  expect(lifecycleIn(first).unexplored).toEqual([]);
});

test('The sample of the embedded sandbox is up to date: a run shows no drift from it', () => {
  const { changes, notExercised } = driftBetween(factsIn(SAMPLE, 'facts.json'), factsIn(first, 'facts.json'));
  const told = changes.filter(({ gap }) => !MOVING.test(gap));
  expect(told, 'fold a run in: npm run -s harness -- observe RUN_DIR').toEqual([]);
  expect(notExercised.filter(({ gap }) => !MOVING.test(gap))).toEqual([]);
});

test('The sample of the embedded sandbox contains no personal name and no account number', () => {
  for (const file of readdirSync(SAMPLE))
    expect(text(SAMPLE, file)).not.toMatch(/TESTER|Testér|Person [0-9a-f]{8}|\b\d{10}\b/);
});
