import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { HarnessError, messageOf } from '../core/errors.ts';
import { type Environment, misspeltSetting } from '../core/settings.ts';

/** What dotenv takes for a variable: its own grammar, which it does not export. */
const VARIABLE = new RegExp(
  [
    /^\s*(?:export\s+)?(?<name>[\w.-]+)(?:\s*=\s*?|:\s+?)/,
    /(?:\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\n]+)?\s*(?:#.*)?$/,
  ]
    .map(({ source }) => source)
    .join(''),
  'gm',
);

/** The variables in the `.env` of a folder; none without one. @throws HarnessError `env-file-unreadable` (usage) */
export function readEnvFile(folder: string): Environment {
  return parse(textOf(folder));
}

/**
 * Refuses a `.env` with a line that is not a variable, or with a misspelt setting. Other variables may be there: the
 * file may serve other programs too. No value is quoted. @throws HarnessError `env-file-invalid` (usage)
 */
export function refuseInvalidEnvFile(folder: string): void {
  const text = textOf(folder).replace(/\r\n?/g, '\n');
  const problems: string[] = [];
  const rest = text.replace(VARIABLE, (variable: string, name: string, offset: number) => {
    const meant = misspeltSetting(name);
    const line = text.slice(0, offset + variable.indexOf(name)).split('\n').length;
    if (meant !== undefined) problems.push(`line ${line}: ${name} is not a setting; did you mean ${meant}?`);
    return variable.replace(/[^\n]/g, '');
  });
  rest.split('\n').forEach((line, index) => {
    if (!/^\s*(#|$)/.test(line)) problems.push(`line ${index + 1} is not of the form NAME=VALUE`);
  });
  if (problems.length === 0) return;
  throw new HarnessError(
    'env-file-invalid',
    'usage',
    `.env is invalid${problems.map(line => `\n  ${line}`).join('')}`,
    {
      next: '.env.example lists every setting with its meaning',
    },
  );
}

function textOf(folder: string): string {
  try {
    return readFileSync(join(folder, '.env'), 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new HarnessError('env-file-unreadable', 'usage', `.env cannot be read: ${messageOf(cause)}`, { cause });
  }
}
