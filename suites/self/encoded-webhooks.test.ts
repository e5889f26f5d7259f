import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callRun, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

/** Dialects whose webhooks differ on the wire from their form in the record. */
const DIALECTS: readonly (readonly [what: string, dialect: object])[] = [
  ['are encoded twice', { webhook: { contentCodings: ['zstd', 'gzip'] } }],
  // The record replaces the value of such a field by a pseudonym.
  ['have an event id in a field for a person’s name', { eventId: '/full_name' }],
];

test.each(DIALECTS)('If webhooks %s, only a service that redelivers once is nonconformant', async (_, dialect) => {
  const file = join(newFolder(), 'dialect.json');
  writeFileSync(file, JSON.stringify(dialect));
  const args = ['run', '--suite', 'collection', '--orders', '60', '--seed', '7', '--dialect', file];
  using sound = await callRun(args);
  expect(sound.code).toBe(0);
  // Detected only if the receiver refuses both the delivery and its redelivery.
  using broken = await callRun([...args, '--fault', 'no-second-redelivery']);
  expect(broken.summary().findings.map(({ requirement }) => requirement)).toContain('webhook.at-least-once');
  expect(broken.code).toBe(1);
});
