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
  text,
  word,
} from '../base/schema.ts';
import { GateInfo, mergeGates } from './case-record.ts';
import { KnownFailure } from './known-failure.ts';

/** The version of the record's form that this program writes and reads. */
export const RECORD_SCHEMA = 1;

/** What the run is. */
export const RunInfo = object({
  schema: choice(RECORD_SCHEMA),
  run: word,
  at: number,
  seed: number,
  /** The address of the service, or of a backend's webhook endpoint; for an SDK its name and version. */
  target: object({ kind: choice('embedded', 'remote', 'sdk', 'endpoint'), url: text }),
  harness: word,
  node: word,
  /** Settings that the judgement needs, none secret. */
  settings: object({
    deliveryTimeoutMs: number,
    redeliveryTimeoutMs: number,
    /** How many signing secrets were known at the start. */
    secrets: number,
    suites: list(word),
    /** The scenarios that were asked for by name (`--only`). Absent: all of the suites. */
    only: optional(list(word)),
    /** False where no key was configured, and a published one was tried. */
    keyGiven: boolean,
    /** Whether the key begins as sandbox keys do (Authentication). Absent in records of older versions. */
    isTestKey: optional(boolean),
    /** The setting that orders come from. */
    orderSetting: word,
    /** Names of the settings that the user gave. Absent in records of older versions. */
    given: optional(list(word)),
    /** Whether names of networks that the target knows were given. Default: no. */
    networksGiven: optional(choice(true)),
    /** Which of how many shards this is; absent for a run by itself. */
    shards: optional(object({ of: number, have: list(number) })),
  }),
  /** The dialect that the target is held to, where one was given. */
  dialect: optional(anyObject),
  /** The file that it was given in, as the person named it. */
  dialectFile: optional(text),
  faults: optional(list(word)),
  /** The ids of the runs that this one was merged from. */
  merged: optional(list(word)),
  /** Breaches that are reported as advice. */
  known: optional(list(KnownFailure)),
  /** Why the record that this was read from may not be what was recorded, where the user had it judged all the same. */
  unverified: optional(text),
  /** Present where an SDK or a backend was judged, not a service. */
  gate: optional(GateInfo),
});
export interface RunInfo extends Of<typeof RunInfo> {}

/** How the run ended. */
export const RunEnd = object({
  at: number,
  /** `unreachable`: the target or the network failed; `broken`: the harness did. */
  reason: choice('done', 'interrupted', 'deadline', 'unreachable', 'broken'),
  message: optional(text),
  /** The code of the error that ended it, what it had received, and the next step that it names. */
  code: optional(text),
  received: optional(text),
  next: optional(text),
  /** How many lines of the record come before this one. */
  lines: optional(number),
});
export interface RunEnd extends Of<typeof RunEnd> {}

/** How runs end, the reason that says most about all of them first. */
const REASONS: readonly RunEnd['reason'][] = ['interrupted', 'broken', 'unreachable', 'deadline', 'done'];

/** The end of the run that ended worst, at the time of the last; none where a record was cut off. */
export function mergeEnds(ends: readonly RunEnd[], runs: number): readonly RunEnd[] {
  if (ends.length < runs) return [];
  const at = Math.max(...ends.map(end => end.at));
  const worst = ends.toSorted((a, b) => REASONS.indexOf(a.reason) - REASONS.indexOf(b.reason));
  return worst.slice(0, 1).map(end => ({ ...end, at }));
}

/** One run in place of all of them, with the id of the first. */
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
  const [gate, ...gates] = runs.flatMap(run => run.gate ?? []);
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
      // A run that is not a shard holds everything.
      ...(shard && shards.length === runs.length && { shards: { of: shard.of, have } }),
    },
    ...(unverified !== undefined && { unverified }),
    ...(gate && { gate: mergeGates([gate, ...gates]) }),
  };
  return [merged];
}

/**
 * The orders of each scenario that drives some. A run writes this once the first journeys have shown how webhooks come,
 * and again after the last journey where time ran out.
 */
export const PlanRecord = object({
  /** The same for both lines, so that the second replaces the first. */
  id: reference,
  at: number,
  /** How many journeys go at once. */
  atOnce: number,
  /** The longest that a webhook had taken until then, in milliseconds. */
  slowestMs: number,
  /** For how long journeys begin that no scenario needs, in milliseconds. Absent: until each has begun. */
  spareMs: optional(number),
  scenarios: list(object({ id: word, least: number, planned: number, driven: number })),
  /** Why fewer orders are driven than planned. Absent: all are driven. */
  cut: optional(choice('webhooks-slow', 'webhooks-nameless', 'one-at-a-time', 'out-of-time', 'orders-ended')),
});
export interface PlanRecord extends Of<typeof PlanRecord> {}

/** How a tunnel changes headers. */
export const HeaderFidelity = object({
  /** Whether names arrive in the case in which they are sent. */
  caseKept: boolean,
  /** Whether several lines of one name arrive unchanged, neither joined nor spaced differently. */
  linesKept: boolean,
  /** Names, in lower case, of headers that the tunnel adds. */
  added: list(text),
});
export interface HeaderFidelity extends Of<typeof HeaderFidelity> {}

/** A tunnel to the receiver, once it was proved to lead there. */
export const TunnelRecord = object({
  at: number,
  kind: choice('direct', 'url', 'ssh', 'command'),
  name: text,
  /** The public address, without the run's path. */
  url: text,
  headers: HeaderFidelity,
});
export interface TunnelRecord extends Of<typeof TunnelRecord> {}
