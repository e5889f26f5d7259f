import { isDeepStrictEqual } from 'node:util';
import { HarnessError, messageOf } from '../base/errors.ts';
import { edits } from '../base/nearest.ts';
import { ownPath } from '../base/own-files.ts';
import { InvalidValue } from '../base/parse-value.ts';
import type { RunInfo } from '../evidence/run-info.ts';
import { isLoopback } from '../world/loopback.ts';
import type { Environment } from '../world/world.ts';
import { SETTINGS, type Setting, type TunnelKind } from './settings-table.ts';

export type { BankAccount, TunnelKind } from './settings-table.ts';

type SettingsTable = typeof SETTINGS;
type SettingName = keyof SettingsTable;
type NameWithFallback = { [N in SettingName]: SettingsTable[N] extends { fallback: unknown } ? N : never }[SettingName];
type Value<N extends SettingName> = ReturnType<SettingsTable[N]['parse']>;

/** The settings (INTERFACE, Environment): a field for each row of the table, which may be absent without a default. */
export type Settings = { readonly [N in NameWithFallback as SettingsTable[N]['field']]: Value<N> } & {
  readonly [N in Exclude<SettingName, NameWithFallback | 'TUNNEL'> as SettingsTable[N]['field']]?: Value<N>;
} & { readonly tunnel: TunnelKind };

/** The prefix of sandbox keys (Authentication). */
export const TEST_KEY = 'sk_test_';

/**
 * Reads the settings from an environment. An empty variable counts as not set. All problems are reported together, each
 * with the name, the value (never a secret) and what to do. @throws HarnessError `settings-invalid` (usage)
 */
export function readSettings(env: Environment): Settings {
  const problems: string[] = [];
  const values: { [field: string]: unknown } = {};
  for (const [name, { field, parse, fallback }] of Object.entries<Setting>(SETTINGS)) {
    const text = textOf(env, name);
    try {
      const value = text === undefined ? fallback : parse(text);
      if (value !== undefined) values[field] = value;
    } catch (thrown) {
      if (!(thrown instanceof InvalidValue)) throw thrown;
      problems.push(`${name} is ${messageOf(thrown)}`);
    }
  }
  const read = values as Omit<Settings, 'tunnel'> & { readonly tunnel?: TunnelKind };
  if (read.apiKey !== undefined && !read.apiKey.startsWith(TEST_KEY) && read.allowLiveKey !== '1')
    problems.push(
      `API_KEY is a key of ${read.apiKey.length} characters that does not start with ${TEST_KEY}: ` +
        'use a sandbox key; ALLOW_LIVE_KEY=1 allows any key',
    );
  const tunnel = read.tunnel ?? defaultTunnel(env, read.sandboxUrl);
  const needed = `TUNNEL_${tunnel.toUpperCase()}`;
  if (tunnel !== 'direct' && textOf(env, needed) === undefined)
    problems.push(`${needed} is not set: TUNNEL=${tunnel} needs it`);
  if (problems.length > 0) throw invalid(problems);
  const baseUrl = read.baseUrl ?? read.sandboxUrl;
  return { ...read, ...(baseUrl !== undefined && { baseUrl }), tunnel };
}

/**
 * The kind of target: the requested one; else remote if `SANDBOX_URL` is set, otherwise embedded.
 * @throws HarnessError `no-sandbox-url` (usage) if the target is, or seems to be, a remote one without an address
 */
export function targetKind(env: Environment, asked?: 'embedded' | 'remote'): 'embedded' | 'remote' {
  if (textOf(env, 'SANDBOX_URL') !== undefined) return asked ?? 'remote';
  if (asked === 'embedded') return asked;
  const set = Object.entries<Setting>(SETTINGS)
    .filter(([name, { remoteOnly }]) => remoteOnly && textOf(env, name) !== undefined)
    .map(([name]) => name);
  if (asked === undefined && set.length === 0) return 'embedded';
  const why = asked === 'remote' ? 'the target is remote' : `${set.join(', ')} ${set.length === 1 ? 'is' : 'are'} set`;
  throw new HarnessError('no-sandbox-url', 'usage', `SANDBOX_URL is not set, but ${why}`, {
    ...(asked === undefined && { expected: 'SANDBOX_URL, if settings of a remote target are set' }),
    next: 'set SANDBOX_URL to the address of the sandbox, or run against the embedded one with --target embedded',
  });
}

/**
 * The setting that a variable was probably meant to be: at most two letters differ (one in a short name), ignoring
 * letter case and separators. `undefined` for a setting, and for a name that is close to none.
 */
export function misspeltSetting(name: string): string | undefined {
  if (Object.hasOwn(SETTINGS, name)) return undefined;
  const letters = (word: string) => word.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const written = letters(name);
  return Object.keys(SETTINGS)
    .map(setting => ({ setting, distance: edits(written, letters(setting)) }))
    .filter(({ setting, distance }) => distance <= (setting.length > 7 ? 2 : 1))
    .sort((a, b) => a.distance - b.distance)[0]?.setting;
}

/** The names of the settings that differ from their defaults. */
export function settingsGiven(settings: Settings): readonly string[] {
  const values: { readonly [field: string]: unknown } = { ...settings };
  const isDefault = ({ field, fallback = field === 'tunnel' ? 'direct' : undefined }: Setting) =>
    isDeepStrictEqual(values[field], fallback);
  return Object.entries<Setting>(SETTINGS).flatMap(([name, setting]) => (isDefault(setting) ? [] : name));
}

function textOf(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

/** The default tunnel: a target on loopback is reached directly, any other as configured. */
function defaultTunnel(env: Environment, target: string | undefined): TunnelKind {
  if (target === undefined || isLoopback(new URL(target).hostname)) return 'direct';
  const configured = (['url', 'ssh', 'command'] as const).find(
    kind => textOf(env, `TUNNEL_${kind.toUpperCase()}`) !== undefined,
  );
  return configured ?? 'direct';
}

function invalid(problems: readonly string[]): HarnessError {
  const count = problems.length === 1 ? 'a setting is' : `${problems.length} settings are`;
  return new HarnessError('settings-invalid', 'usage', [`${count} wrong`, ...problems].join('\n  '), {
    next: `${ownPath('.env.example')} lists every setting with its meaning`,
  });
}

/** What to do about a setting: set it or, if the run had it, check its value. */
export function askForSetting(setting: string, { settings: { given = [] } }: Pick<RunInfo, 'settings'>): string {
  return `${given.includes(setting) ? 'check' : 'set'} ${setting}`;
}

/** Whether a service on another machine cannot reach the receiver, because it listens on loopback without a tunnel. */
export function outOfReach(tunnel: TunnelKind, receiverHost: string, target: string): boolean {
  return tunnel === 'direct' && isLoopback(receiverHost) && !isLoopback(new URL(target).hostname);
}
