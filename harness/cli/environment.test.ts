import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import type { HarnessError } from '../base/errors.ts';
import { SETTINGS } from '../settings/settings-table.ts';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import type { Environment } from '../world/world.ts';
import { settingsOf } from './environment.ts';

const newFolder = temporaryFolders();

/** The settings or the error, and the warnings, for this `.env` and environment. */
function read(file: string | undefined, env: Environment = {}) {
  const cwd = newFolder();
  if (file !== undefined) writeFileSync(join(cwd, '.env'), file);
  return readIn(cwd, env);
}

function readIn(cwd: string, env: Environment = {}) {
  let warnings = '';
  const err = (text: string) => {
    warnings += text;
  };
  const terminal = { env, cwd, err };
  try {
    return { settings: settingsOf(terminal), warnings };
  } catch (thrown) {
    const { code, kind, message } = thrown as HarnessError;
    expect(kind).toBe('usage');
    return { code, message, warnings };
  }
}

test('The file .env may be absent or empty', () => {
  expect(read(undefined)).toEqual(read(''));
  expect(read('').settings).toMatchObject({ tunnel: 'direct', orderIds: [] });
});

test('The file .env may be an unchanged copy of the example', () => {
  const cwd = newFolder();
  copyFileSync(new URL('../../.env.example', import.meta.url), join(cwd, '.env'));
  expect(readIn(cwd)).toEqual(read(''));
  expect(Object.keys(SETTINGS).length).toBeGreaterThan(20);
});

test.each([
  ['plain', 'SANDBOX_URL=http://s.example'],
  ['exported', 'export SANDBOX_URL=http://s.example'],
  ['quoted', 'SANDBOX_URL="http://s.example"'],
  ['written with a colon', 'SANDBOX_URL: http://s.example'],
  ['commented', '# SANDBOX_URI=x\nSANDBOX_URL=http://s.example # SANDBOX_URI=x'],
  ['behind a byte order mark', '\uFEFFSANDBOX_URL=http://s.example'],
  ['between lines of Windows', '# first\r\n\r\nSANDBOX_URL=http://s.example\r\nORDER_IDS=\r\n'],
  ['behind variables of other programs', 'DATABASE_URL=postgres://\nmy.var-1=2\nSANDBOX_URL=http://s.example'],
  ['behind a value of several lines', 'PEM="-----BEGIN\nSANDBOX_URI x\n"\nSANDBOX_URL=http://s.example'],
])('The file .env may contain a setting %s', (_, text) => {
  expect(parse(text).SANDBOX_URL).toBe('http://s.example');
  expect(read(text)).toMatchObject({ settings: { sandboxUrl: 'http://s.example' }, warnings: '' });
});

test('The environment overrides the file .env', () => {
  expect(read('ORDER_IDS=a', { ORDER_IDS: 'b' }).settings?.orderIds).toEqual(['b']);
});

test.each([
  ['SANDBOX_URL http://s.example', 'line 1 is not of the form NAME=VALUE'],
  ['\n# a comment\nhttp://s.example', 'line 3 is not of the form NAME=VALUE'],
  ['SANDBOX URL=http://s.example', 'line 1 is not of the form NAME=VALUE'],
  ['A=1\r\n=2\r\n', 'line 2 is not of the form NAME=VALUE'],
  ['PEM="a\nb"\nAPI_KEY', 'line 3 is not of the form NAME=VALUE'],
  ['SANDBOX_URI=http://s.example', 'line 1: SANDBOX_URI is not a setting; did you mean SANDBOX_URL?'],
  ['PEM="a\nb"\n\n  export sandbox_url=x', 'line 4: sandbox_url is not a setting; did you mean SANDBOX_URL?'],
  ['\uFEFFSANDBOX_URI=x', 'line 1: SANDBOX_URI is not a setting; did you mean SANDBOX_URL?'],
  ['API-KEY=\n', 'line 1: API-KEY is not a setting; did you mean API_KEY?'],
])('The file .env is refused with the content %j', (text, problem) => {
  expect(read(text)).toEqual({ code: 'env-file-invalid', message: `.env is invalid\n  ${problem}`, warnings: '' });
});

test('The file .env is refused with all its problems at once, and without quoting a value', () => {
  const { message } = read('API_KEYS=sk_test_hidden\nsk_test_hidden\nORDER_ID=hidden\n');
  expect(message?.split('\n')).toHaveLength(4);
  expect(message).not.toContain('hidden');
});

test('An unreadable file .env is refused', () => {
  const cwd = newFolder();
  expect(readIn(join(cwd, 'none')).settings).toBeDefined();
  writeFileSync(join(cwd, 'file'), '');
  expect(readIn(join(cwd, 'file'))).toMatchObject({
    code: 'env-file-unreadable',
    message: '.env cannot be read: not a directory',
  });
});

test('A misspelt setting in the environment is a warning', () => {
  const { settings, warnings } = read(undefined, { SANDBOX_URI: 'http://hidden.example', PATH: '/bin' });
  expect(settings?.sandboxUrl).toBeUndefined();
  expect(warnings).toBe('warning: the environment variable SANDBOX_URI is not a setting; did you mean SANDBOX_URL?\n');
});
