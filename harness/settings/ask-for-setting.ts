import type { RunInfo } from '../evidence/run-info.ts';

/** What to do about a setting: to set it; where the run had it, to check what it is set to. */
export function askForSetting(setting: string, { settings: { given = [] } }: Pick<RunInfo, 'settings'>): string {
  return `${given.includes(setting) ? 'check' : 'set'} ${setting}`;
}
