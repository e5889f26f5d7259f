import {
  anyObject,
  boolean,
  choice,
  list,
  number,
  type Of,
  object,
  optional,
  reference,
  type Schema,
  text,
  word,
} from '../base/schema.ts';
import { GateInfo } from './case-record.ts';

/** The version of the record format that this program writes and reads. */
export const RECORD_SCHEMA = 1;

/** A text that is not blank. */
const filled: Schema<string> = { ...text, json: { type: 'string', pattern: '\\S' } };

/** A breach that is reported as advice for a while. */
export const KnownFailure = object({
  /** The broken requirement. */
  requirement: text,
  reason: filled,
  /** The issue that tracks it. */
  ticket: filled,
  owner: filled,
  /** The last day, `YYYY-MM-DD` in UTC, on which the breach is reported as advice. */
  expires: text,
});
export interface KnownFailure extends Of<typeof KnownFailure> {}

/** The description of a run. */
export const RunInfo = object({
  schema: choice(RECORD_SCHEMA),
  run: word,
  at: number,
  seed: number,
  /** The address of the service, or of a backend's webhook endpoint; for an SDK its name and version. */
  target: object({ kind: choice('embedded', 'remote', 'sdk', 'endpoint'), url: text }),
  harness: word,
  node: word,
  /** Settings that the judgement needs. None is secret. */
  settings: object({
    deliveryTimeoutMs: number,
    redeliveryTimeoutMs: number,
    /** The number of signing secrets at the start. */
    secrets: number,
    suites: list(word),
    /** The scenarios requested by name (`--only`); absent for all of the suites. */
    only: optional(list(word)),
    /** False if no key was configured, so that the published one was tried. */
    keyGiven: boolean,
    /** Whether the key begins like a sandbox key (Authentication). */
    isTestKey: optional(boolean),
    /** The setting that supplies orders. */
    orderSetting: word,
    /** Names of the settings that the user gave. */
    given: optional(list(word)),
    /** Whether the user named networks that the target knows. Default: no. */
    networksGiven: optional(choice(true)),
    /** The number of shards and which of them this record has; absent for a single run. */
    shards: optional(object({ of: number, have: list(number) })),
  }),
  /** The expected dialect, if one was given. */
  dialect: optional(anyObject),
  /** The dialect file, as the user named it. */
  dialectFile: optional(text),
  faults: optional(list(word)),
  /** The ids of the runs that this one was merged from. */
  merged: optional(list(word)),
  /** Breaches that are reported as advice. */
  known: optional(list(KnownFailure)),
  /** Why the record may have been altered, if the user had it judged anyway. */
  unverified: optional(text),
  /** Present if an SDK or a backend was judged instead of a service. */
  gate: optional(GateInfo),
});
export interface RunInfo extends Of<typeof RunInfo> {}

/** How the run ended. */
export const RunEnd = object({
  at: number,
  /** `unreachable`: the target or the network failed; `broken`: the harness failed. */
  reason: choice('done', 'interrupted', 'deadline', 'unreachable', 'broken'),
  message: optional(text),
  /** The error that ended it: its code, what it had received, and the next step. */
  code: optional(text),
  received: optional(text),
  next: optional(text),
  /** The number of record lines before this one. */
  lines: optional(number),
});
export interface RunEnd extends Of<typeof RunEnd> {}

/** How runs end, most significant first. */
const REASONS: readonly RunEnd['reason'][] = ['interrupted', 'broken', 'unreachable', 'deadline', 'done'];

/** The end of merged runs: the worst reason, at the time of the last end; empty if a record was cut off. */
export function mergeEnds(ends: readonly RunEnd[], runs: number): readonly RunEnd[] {
  if (ends.length < runs) return [];
  const at = Math.max(...ends.map(end => end.at));
  const worst = ends.toSorted((a, b) => REASONS.indexOf(a.reason) - REASONS.indexOf(b.reason));
  return worst.slice(0, 1).map(end => ({ ...end, at }));
}

/** Merges the runs into one, with the id of the first. */
export function mergeRuns(runs: readonly RunInfo[]): readonly RunInfo[] {
  const [first] = runs;
  if (first === undefined) return [];
  const settings = runs.map(run => run.settings);
  const most = (name: 'deliveryTimeoutMs' | 'redeliveryTimeoutMs' | 'secrets') =>
    Math.max(...settings.map(part => part[name]));
  const all = settings.some(({ suites }) => suites.length === 0);
  const shards = settings.flatMap(part => part.shards ?? []);
  const [shard] = shards;
  const have = [...new Set(shards.flatMap(part => part.have))].sort((a, b) => a - b);
  const { shards: _, networksGiven: __, only: ___, ...own } = first.settings;
  const only = settings.flatMap(part => part.only ?? []);
  const unverified = runs.find(run => run.unverified !== undefined)?.unverified;
  const merged: RunInfo = {
    ...first,
    at: Math.min(...runs.map(({ at }) => at)),
    merged: runs.map(({ run }) => run),
    settings: {
      ...own,
      deliveryTimeoutMs: most('deliveryTimeoutMs'),
      redeliveryTimeoutMs: most('redeliveryTimeoutMs'),
      secrets: most('secrets'),
      keyGiven: settings.some(({ keyGiven }) => keyGiven),
      ...(settings.every(({ networksGiven }) => networksGiven) && { networksGiven: true }),
      suites: all ? [] : [...new Set(settings.flatMap(({ suites }) => suites))],
      ...(settings.every(part => part.only) && { only: [...new Set(only)] }),
      // A run that is not a shard contains everything.
      ...(shard && shards.length === runs.length && { shards: { of: shard.of, have } }),
    },
    ...(unverified !== undefined && { unverified }),
  };
  return [merged];
}

/**
 * The orders of each scenario that drives some. A run writes this once the first journeys have shown how webhooks
 * arrive, and again after the last journey if time ran out.
 */
export const PlanRecord = object({
  /** Equal in both lines, so that the second replaces the first. */
  id: reference,
  at: number,
  /** The longest delay of a webhook so far, in milliseconds. */
  slowestMs: number,
  scenarios: list(object({ id: word, planned: number, driven: number })),
  /** Why fewer orders are driven than planned; absent if all are driven. */
  cut: optional(choice('webhooks-slow', 'one-at-a-time', 'out-of-time', 'orders-ended')),
});
export interface PlanRecord extends Of<typeof PlanRecord> {}

/** A tunnel that is known to lead to the receiver. */
export const TunnelRecord = object({
  at: number,
  kind: choice('direct', 'url', 'ssh', 'command'),
  name: text,
  /** The public address, without the run's path. */
  url: text,
  /** Names, in lower case, of headers that it adds to webhooks. */
  addedHeaders: optional(list(text)),
});
export interface TunnelRecord extends Of<typeof TunnelRecord> {}

/**
 * The shard of an id in a merged record: the text before its last dot (`s2` of `s2.d14`). Empty for a single run.
 * Events in one shard say nothing about another.
 */
export function shardOfId(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf('.')));
}
