import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type CalledRun, callRun, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

const folder = newFolder();
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

/** Runs the collection suite against the embedded sandbox in a dialect. */
function run(dialect: object, ...args: readonly string[]): Promise<CalledRun> {
  const file = join(folder, `${files++}.json`);
  writeFileSync(file, JSON.stringify(dialect));
  const options = ['--suite', 'collection', '--orders', '60', '--seed', '7', '--dialect', file, ...args];
  return callRun(['run', ...options], { REDELIVERY_TIMEOUT_MS: '2500' });
}

/** The number of refused deliveries of each journey in `exchanges.har`. */
function refusals(run: CalledRun): readonly number[] {
  interface Entry {
    readonly _kind: string;
    readonly _journey?: string;
    readonly response: { readonly status: number };
  }
  const entries: readonly Entry[] = JSON.parse(run.read('exchanges.har')).log.entries;
  const refused = entries.filter(({ _kind, response }) => _kind === 'delivery' && response.status !== 200);
  return [...Map.groupBy(refused, ({ _journey }) => _journey).values()].map(own => own.length);
}

/** Dialects whose webhooks differ on the wire from what the record keeps of them. */
const DIALECTS: readonly (readonly [what: string, dialect: object])[] = [
  ['encoded twice', { webhook: { contentCodings: ['zstd', 'gzip'] } }],
  // The record replaces the value of such a field with a pseudonym.
  ['with an event id in a field for a person’s name', { eventId: '/full_name' }],
];

describe.concurrent('The receiver refuses webhooks and redeliveries on purpose. They come', () => {
  test.for(DIALECTS)('%s', async ([, dialect]) => {
    using done = await run(dialect);
    expect(done.code).toBe(0);
    const counts = refusals(done);
    expect(counts.length).toBeGreaterThan(20);
    expect(counts.filter(count => count >= 2).length).toBeGreaterThanOrEqual(3);
  });
});

describe.concurrent('A service that stops after one redelivery is nonconformant. Its webhooks come', () => {
  test.for(DIALECTS)('%s', async ([, dialect]) => {
    using done = await run(dialect, '--fault', 'no-second-redelivery');
    expect(done.summary().findings.map(({ requirement }) => requirement)).toContain('webhook.at-least-once');
    expect(done.code).toBe(1);
  });
});
