import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { HarnessError } from '../core/errors.ts';
import { type Environment, readSettings, type Settings } from '../core/settings.ts';
import type { Terminal } from './command.ts';

/**
 * The settings from the environment and, beneath it, from `.env` in the working directory.
 * @throws HarnessError `settings-invalid`, `env-file-unreadable` (usage)
 */
export function settingsOf(terminal: Terminal): Settings {
  return readSettings(environmentOf(terminal));
}

/** The environment over what `.env` says. */
export function environmentOf({ env, cwd }: Terminal): Environment {
  return { ...readEnvFile(join(cwd, '.env')), ...env };
}

function readEnvFile(path: string): Environment {
  try {
    return parse(readFileSync(path));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new HarnessError('env-file-unreadable', 'usage', `.env cannot be read: ${(cause as Error).message}`, {
      cause,
    });
  }
}
