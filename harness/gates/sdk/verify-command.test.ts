import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCommand } from '../../testing/call-command.ts';
import { callHarness } from '../../testing/run-cli.ts';
import { temporaryFolders } from '../../testing/temporary-folders.ts';
import type { SignatureCase } from './cases/draft.ts';
import { signatureCases } from './signature-cases.ts';

/** Cases that a command line can express: one header, and at least one secret. */
const CASES = signatureCases().filter(({ header, secrets }) => typeof header === 'string' && secrets.length > 0);
const KINDS = [
  ...Map.groupBy(CASES, ({ id, expected, reason }) => `${id.split('/')[0]} ${expected} ${reason}`).values(),
]
  .flatMap(([first]) => first ?? [])
  .map(each => [each.id, callCommand, each] as const);
/** A case with non-ASCII bytes, which a separate process may read differently. */
const IN_PROCESS = CASES.filter(({ id }) => id === 'candidates/high-byte-alone').map(
  each => [`${each.id}, in a process of its own`, (words: string[]) => callHarness(words).ended, each] as const,
);

const newFolder = temporaryFolders();

/** The command line that asks a case. */
function asked({ header, body, secrets, now, toleranceSeconds }: SignatureCase): string[] {
  const file = join(newFolder(), 'body');
  writeFileSync(file, Buffer.from(body, 'base64'));
  return [
    ...['verify', '--json', `--header=${header}`, `--body-file=${file}`, `--now=${now}`],
    ...[`--tolerance=${toleranceSeconds}`, ...secrets.map(secret => `--secret=${secret}`)],
  ];
}

test.each([...KINDS, ...IN_PROCESS])('The command verify gives the right answer for %s', async (_, call, each) => {
  const accepted = (each.choice ?? each.expected) === 'accept';
  const { code, stdout } = await call(asked(each));
  expect(JSON.parse(stdout)).toMatchObject({ accepted, reason: each.reason ?? null });
  expect(code).toBe(accepted ? 0 : 1);
});
