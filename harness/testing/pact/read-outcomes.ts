import { HarnessError } from '../../base/errors.ts';
import { isFromService } from '../../evidence/from-service.ts';

/** The outcome of one interaction of a pact. */
export interface Outcome {
  /** Its description. */
  readonly interaction: string;
  /** `advised`: a pending interaction failed. Interactions that may change are pending. */
  readonly outcome: 'verified' | 'failed' | 'advised' | 'not-exercised';
  /** What differed and where, or why it was not exercised. Absent if it was verified. */
  readonly reason?: string;
}

/** The native core's result for an interaction. */
interface Result {
  readonly description: string;
  readonly pending: boolean;
  readonly result: string;
  readonly mismatch?: { readonly mismatches?: readonly Mismatch[]; readonly message?: string };
}

interface Mismatch {
  readonly type: string;
  readonly mismatch: string;
  readonly path?: string;
  readonly key?: string;
  readonly actual?: unknown;
}

/**
 * Reads the outcomes of a verification, successful or not.
 *
 * @throws HarnessError `pact-core` (unreachable) where the native core said something else: it did not verify at all
 */
export function readOutcomes(text: string): readonly Outcome[] {
  let results: readonly Result[] | undefined;
  try {
    results = (JSON.parse(text) as { readonly interactionResults?: readonly Result[] }).interactionResults;
  } catch (cause) {
    throw notVerified(text, cause);
  }
  if (results === undefined) throw notVerified(text);
  return results.map(({ description, pending, result, mismatch }) => {
    if (result === 'OK') return { interaction: description, outcome: 'verified' };
    const { mismatches = [], message = 'it differs' } = mismatch ?? {};
    const before = mismatches.find(({ type, actual }) => type === 'StatusMismatch' && !isFromService(Number(actual)));
    if (before) {
      const reason = `what stands before the service answered ${before.actual}`;
      return { interaction: description, outcome: 'not-exercised', reason };
    }
    const reason = mismatches.length > 0 ? mismatches.map(inWords).join('; ') : message;
    return { interaction: description, outcome: pending ? 'advised' : 'failed', reason };
  });
}

function inWords({ path, key, mismatch, type }: Mismatch): string {
  return `${path ?? key ?? type}: ${mismatch}`;
}

function notVerified(received: string, cause?: unknown): HarnessError {
  return new HarnessError('pact-core', 'unreachable', 'the pact was not verified', {
    received,
    expected: 'a result for each interaction',
    likely: 'the provider could not be reached',
    ...(cause !== undefined && { cause }),
  });
}
