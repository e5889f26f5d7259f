import { createHash } from 'node:crypto';
import { isObject } from '../../base/json.ts';
import { sourceText } from '../../contract/service.ts';
import { placesApart } from '../../evidence/difference.ts';
import type { Evidence, RunInfo } from '../../evidence/evidence.ts';
import type { Finding } from '../../judgement/checks/judge.ts';
import type { Conclusion } from '../conclude.ts';
import type { RequirementStatus } from '../statuses.ts';

/** Digests of a resource by algorithm, in lowercase hex. */
interface Digests {
  readonly [algorithm: string]: string;
}

/** A resource that a verdict depends on (in-toto, ResourceDescriptor). */
export interface Resource {
  readonly name: string;
  readonly digest: Digests;
  readonly uri?: string;
  readonly annotations?: { readonly [name: string]: unknown };
}

/**
 * The source of evidence. `observed`: by the harness's client and receiver, as raw bytes. `reported`: by an SDK's
 * adapter, or by the user's command that lists credits.
 */
type Basis = 'observed' | 'reported';

/**
 * `verdict.json`: an in-toto Statement v1 with the predicate test-result v0.1 about the record of a run. It is a pure
 * function of the record, its baseline and the build: two judgements of one record have the same bytes.
 */
export interface Statement {
  readonly _type: 'https://in-toto.io/Statement/v1';
  readonly subject: readonly [{ readonly name: 'run.ndjson'; readonly digest: Digests }];
  readonly predicateType: 'https://in-toto.io/attestation/test-result/v0.1';
  readonly predicate: {
    /** `PASSED`: no finding. `WARNED`: advice only. `FAILED`: a breach. */
    readonly result: 'PASSED' | 'WARNED' | 'FAILED';
    /** The build, the contract, the requirements, the dialect and the options, in this order. */
    readonly configuration: readonly Resource[];
    /** Ids of requirements, sorted. A requirement without evidence is in none of the three lists. */
    readonly passedTests: readonly string[];
    readonly warnedTests: readonly string[];
    readonly failedTests: readonly string[];
    /** Our extension, for what the lists of tests cannot express. */
    readonly onrampHarness: {
      readonly verdict: 'conformant' | 'nonconformant';
      readonly requirements: readonly (Pick<RequirementStatus, 'id' | 'status' | 'reason'> & {
        readonly basis: Basis;
      })[];
      readonly findings: readonly Pick<Finding, 'id' | 'check' | 'requirement' | 'severity' | 'message' | 'count'>[];
    };
  };
}

/** The name of the resource for the build. It is printed, but never compared. */
export const BUILD = 'onramp-harness';

/** The inputs of a statement. */
interface Stated {
  readonly evidence: Evidence;
  readonly conclusion: Conclusion;
  /** SHA-256 of the record's file. */
  readonly record: string;
  readonly build: Resource;
  /** SHA-256 of the baseline that the run was compared with; absent without one. */
  readonly baseline: string | undefined;
}

/** The statement on a run; `undefined` unless it is conformant or nonconformant and its record was verified. */
export function statementOf({ evidence, conclusion, record, build, baseline }: Stated): Statement | undefined {
  const { summary, dialect } = conclusion;
  const { verdict, findings } = summary;
  if ((verdict !== 'conformant' && verdict !== 'nonconformant') || summary.unverified !== undefined) return undefined;
  const { seed, target, settings, known, faults, merged, gate, dialect: given } = evidence.run;
  const { suites, only, shards } = settings;
  const failed = new Set(findings.flatMap(one => (one.severity === 'breach' ? [one.requirement] : [])));
  for (const { id, status } of summary.requirements) if (status === 'violated') failed.add(id);
  const warned = new Set(findings.flatMap(one => (failed.has(one.requirement) ? [] : [one.requirement])));
  const isPassed = ({ id, status }: RequirementStatus) => status === 'verified' && !failed.has(id) && !warned.has(id);
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'run.ndjson', digest: { sha256: record } }],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: verdict === 'nonconformant' ? 'FAILED' : findings.length > 0 ? 'WARNED' : 'PASSED',
      configuration: [
        build,
        ...(['service', 'requirements'] as const).map(name => ({
          name: `openapi/${name}.yaml`,
          digest: { sha256: sha256(sourceText(name)) },
        })),
        data('dialect', { dialect, held: given ?? null }),
        data('options', {
          ...{ seed, target, suites, only, shards, known, faults, merged, gate, baseline },
        }),
      ],
      passedTests: summary.requirements
        .filter(isPassed)
        .map(({ id }) => id)
        .sort(),
      warnedTests: [...warned].sort(),
      failedTests: [...failed].sort(),
      onrampHarness: {
        verdict,
        requirements: summary.requirements.map(({ id, status, reason }) => ({
          ...{ id, status, basis: basisOf(id, evidence.run) },
          ...(reason !== undefined && { reason }),
        })),
        findings: findings.map(({ id, check, requirement, severity, message, count }) => ({
          ...{ id, check, requirement, severity, message, count },
        })),
      },
    },
  };
}

/** A resource that contains its data, so that a difference shows what differs. */
function data(name: string, value: { readonly [name: string]: unknown }): Resource {
  const text = canonicalJson(value);
  return { name, digest: { sha256: sha256(text) }, annotations: JSON.parse(text) };
}

/** SHA-256 in lowercase hex. */
export function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Requirements about what an SDK sends, which the gate's server receives. */
const SENT_BY_AN_SDK =
  /^(request|auth|version)\.|\.(route|string-inputs|received-amount|received-network|optional-fields|only-own-event)$/;

/**
 * The basis of a requirement. The harness observes what a service sends and what an SDK puts on the wire. An adapter
 * reports what an SDK accepts or returns, and the user's command reports credits.
 */
function basisOf(requirement: string, { gate }: RunInfo): Basis {
  if (gate?.endpoint) return gate.endpoint.credits ? 'reported' : 'observed';
  return gate && !SENT_BY_AN_SDK.test(requirement) ? 'reported' : 'observed';
}

/** The JSON text of a value with sorted keys and without white space. Equal values have equal bytes. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );
}

/** A place where a recomputed statement differs, as a JSON Pointer. */
export interface StatementDifference {
  readonly at: string;
  /** The stated value; absent if there is none. */
  readonly expected?: unknown;
  /** The value according to the record. */
  readonly received?: unknown;
}

/** The differences between a statement and the recomputed one, except for the build. */
export function differencesOf(given: unknown, recomputed: Statement): readonly StatementDifference[] {
  return placesApart(withoutBuild(given), withoutBuild(recomputed));
}

/** A statement without the resource that names its build. */
function withoutBuild(statement: unknown): unknown {
  return JSON.parse(canonicalJson(statement), (key, value: unknown) =>
    key === 'configuration' && Array.isArray(value)
      ? value.filter(one => !(isObject(one) && one.name === BUILD))
      : value,
  );
}

/**
 * `badge.json`: the endpoint of a shields.io badge. Only a breach is red. Requirements that were not shown or do not
 * apply never look failed.
 */
export function badgeOf(statement: Statement) {
  const { result, onrampHarness, failedTests } = statement.predicate;
  const subject = subjectOf(statement);
  const violated = result === 'FAILED' ? `: ${failedTests.length} violated` : '';
  return {
    schemaVersion: 1,
    label: 'onramp-harness',
    message:
      `${[subject.version, subject.edition].filter(Boolean).join(' ')} ${onrampHarness.verdict}${violated}`.trim(),
    color: result === 'FAILED' ? 'red' : 'brightgreen',
  };
}

/** The subject of a statement: the name and version of an SDK, or a URL; for a gate also its edition. */
export function subjectOf({ predicate }: Statement): Pick<LeagueRow, 'name' | 'version' | 'edition'> {
  const options = predicate.configuration.find(({ name }) => name === 'options')?.annotations as
    | {
        target?: { url: string };
        gate?: { edition: number; adapter?: { name: string; version: string } };
      }
    | undefined;
  const { target, gate } = options ?? {};
  const { adapter } = gate ?? {};
  return {
    name: adapter?.name ?? target?.url ?? '',
    ...(adapter && { version: adapter.version }),
    ...(gate && { edition: `edition ${gate.edition}` }),
  };
}

/** A row of the table: one verdict on one version of an SDK, or on a service. */
export interface LeagueRow {
  readonly name: string;
  /** The version of the SDK; absent for a service. */
  readonly version?: string;
  /** `edition 12` of a gate; absent for a service. */
  readonly edition?: string;
  readonly verdict: Statement['predicate']['onrampHarness']['verdict'];
  readonly violated: readonly string[];
  readonly verified: number;
  /** SHA-256 of its `verdict.json`. */
  readonly digest: string;
  /** The command that recomputes it. */
  readonly again: string;
}
