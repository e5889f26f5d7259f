import type { Statement } from './statement.ts';

/** `badge.json`: the endpoint of a shields.io badge. */
export interface Badge {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: string;
}

/** The badge of a verdict. Only a breach is red: what was not shown or does not apply never reads as failed. */
export function badgeOf(statement: Statement): Badge {
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

/** Whom a statement is about. */
export interface StatedSubject {
  /** The name of an SDK, or an address. */
  readonly name: string;
  /** The version of an SDK. */
  readonly version?: string;
  /** `edition 12` of a gate. */
  readonly edition?: string;
}

/** Whom a statement is about, as its options say. */
export function subjectOf({ predicate }: Statement): StatedSubject {
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
