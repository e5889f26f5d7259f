import { type Environment, misspeltSetting, readSettings, type Settings, targetKind } from '../core/settings.ts';
import type { Terminal } from './command.ts';
import { readEnvFile, refuseInvalidEnvFile } from './env-file.ts';

/**
 * The settings from the environment and from `.env` in the working directory. A misspelt setting in the environment is
 * a warning, since other programs set variables there too; in `.env` it is an error.
 * @throws HarnessError `env-file-unreadable`, `env-file-invalid`, `settings-invalid` (usage)
 */
export function settingsOf(terminal: Terminal): Settings {
  refuseInvalidEnvFile(terminal.cwd);
  for (const name of Object.keys(terminal.env)) {
    const meant = misspeltSetting(name);
    if (meant !== undefined)
      terminal.err(`warning: the environment variable ${name} is not a setting; did you mean ${meant}?\n`);
  }
  return readSettings(environmentOf(terminal));
}

/** The settings, and which target they ask for. @throws HarnessError as {@link settingsOf} and {@link targetKind} */
export function targetSettingsOf(
  terminal: Terminal,
  asked?: 'embedded' | 'remote',
): { readonly kind: 'embedded' | 'remote'; readonly settings: Settings } {
  const settings = settingsOf(terminal);
  return { kind: targetKind(environmentOf(terminal), asked), settings };
}

/** The variables of `.env`, and over them the environment. @throws HarnessError `env-file-unreadable` (usage) */
export function environmentOf({ env, cwd }: Terminal): Environment {
  return { ...readEnvFile(cwd), ...env };
}
