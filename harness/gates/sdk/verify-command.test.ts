import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { HostProcess } from '../../cli/command.ts';
import { dispatch } from '../../cli/dispatch.ts';
import { callHarness } from '../../testing/run-cli.ts';
import { temporaryFolders } from '../../testing/temporary-folders.ts';
import { realWorld } from '../../world/real-world.ts';
import type { SignatureCase } from './cases/draft.ts';
import { signatureCases } from './signature-cases.ts';

/** Cases that a command line can be asked: one header, and at least one secret. */
const CASES = signatureCases().filter(({ header, secrets }) => typeof header === 'string' && secrets.length > 0);

const newFolder = temporaryFolders();
let folder = '';
beforeAll(() => {
  folder = newFolder();
});

/** The words of the command line that asks about a case. */
function asked({ id, header, body, secrets, now, toleranceSeconds }: SignatureCase): string[] {
  const file = join(folder, id.replaceAll('/', '-'));
  writeFileSync(file, Buffer.from(body, 'base64'));
  return [
    ...['verify', '--json', `--header=${header}`, `--body-file=${file}`, `--now=${now}`],
    ...[`--tolerance=${toleranceSeconds}`, ...secrets.map(secret => `--secret=${secret}`)],
  ];
}

function answerTo({ expected, choice, reason }: SignatureCase) {
  return { accepted: (choice ?? expected) === 'accept', reason: reason ?? null };
}

test.each(CASES.map(each => [each.id, each] as const))('verify says of %s what the file says', async (_, each) => {
  let said = '';
  const host: HostProcess = {
    out: text => {
      said += text;
    },
    err: text => {
      said += text;
    },
    written: async () => undefined,
    interactive: false,
    columns: () => undefined,
    colours: { out: false, err: false },
    env: {},
    cwd: folder,
    world: realWorld(),
    onInterrupt: () => () => undefined,
    onCrash: () => () => undefined,
  };
  const code = await dispatch(asked(each), host);
  expect(JSON.parse(said)).toMatchObject(answerTo(each));
  expect(code).toBe(answerTo(each).accepted ? 0 : 1);
});

test.each(['tolerance/now', 'candidates/high-byte-alone', 'layout/over-8-kilobytes'])(
  'verify says so of %s in a process of its own',
  async id => {
    const each = CASES.find(one => one.id === id);
    if (each === undefined) throw new Error(`there is no case ${id}`);
    const { code, stdout } = await callHarness(asked(each)).ended;
    expect(JSON.parse(stdout)).toMatchObject(answerTo(each));
    expect(code).toBe(answerTo(each).accepted ? 0 : 1);
  },
);
