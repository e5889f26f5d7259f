import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { HarnessError } from '../base/errors.ts';
import { ownPath } from '../base/own-files.ts';
import { misspeltSetting, readSettings, type Settings, targetKind } from '../settings/settings.ts';
import type { Environment } from '../world/world.ts';
import type { HostProcess } from './command.ts';
import { reasonOf } from './files.ts';

/**
 * The settings from the environment and from `.env` in the working directory. A misspelt setting is a warning in the
 * environment, which other programs share, and an error in `.env`.
 * @throws HarnessError `env-file-unreadable`, `env-file-invalid`, `settings-invalid` (usage)
 */
export function settingsOf(terminal: Pick<HostProcess, 'env' | 'cwd' | 'err'>): Settings {
  refuseInvalidEnvFile(terminal.cwd);
  for (const name of Object.keys(terminal.env)) {
    const meant = misspeltSetting(name);
    if (meant !== undefined)
      terminal.err(`warning: the environment variable ${name} is not a setting; did you mean ${meant}?\n`);
  }
  return readSettings(environmentOf(terminal));
}

/** The settings and the kind of target. @throws HarnessError as {@link settingsOf} and {@link targetKind} */
export function targetSettingsOf(terminal: HostProcess, asked?: 'embedded' | 'remote') {
  const settings = settingsOf(terminal);
  return { kind: targetKind(environmentOf(terminal), asked), settings };
}

/** The variables of `.env`, overridden by the environment. @throws HarnessError `env-file-unreadable` (usage) */
export function environmentOf({ env, cwd }: Pick<HostProcess, 'env' | 'cwd'>): Environment {
  return { ...parse(textOf(cwd)), ...env };
}

/** The grammar of a variable in dotenv, which does not export it. */
const VARIABLE = new RegExp(
  [
    /^\s*(?:export\s+)?(?<name>[\w.-]+)(?:\s*=\s*?|:\s+?)/,
    /(?:\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\n]+)?\s*(?:#.*)?$/,
  ]
    .map(({ source }) => source)
    .join(''),
  'gm',
);

/**
 * Refuses a `.env` with a line that is no variable, or with a misspelt setting. Other variables are allowed, because
 * other programs may share the file. No value is quoted.
 */
function refuseInvalidEnvFile(folder: string): void {
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
  throw new HarnessError('env-file-invalid', 'usage', ['.env is invalid', ...problems].join('\n  '), {
    next: `${ownPath('.env.example')} lists every setting with its meaning`,
  });
}

function textOf(folder: string): string {
  try {
    return readFileSync(join(folder, '.env'), 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new HarnessError('env-file-unreadable', 'usage', `.env cannot be read: ${reasonOf(cause)}`, {
      next: 'make it a file that can be read, or move it away',
      cause,
    });
  }
}
