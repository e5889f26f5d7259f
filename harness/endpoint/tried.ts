import type { CaseSeen } from '../core/evidence.ts';
import type { Reading } from './credits.ts';
import type { EndpointCase } from './endpoint-case.ts';
import { judgeTrial } from './judge-trial.ts';
import type { Trial } from './trial.ts';

/** A case that was tried. */
export interface Tried {
  readonly case: EndpointCase;
  readonly trial: Trial;
  readonly from: number;
  readonly to: number;
  /** The credits once its deliveries had been given their time. */
  settled?: Reading;
}

/** A case that was tried, and what it showed. */
export interface Judged {
  readonly tried: Tried;
  readonly seen: CaseSeen;
  /** The credits at the end of the gate; absent where they cannot be read. */
  readonly final: Reading | undefined;
}

/** Judges a case. @param final the credits at the end of the gate; absent where they cannot be read */
export function judge(tried: Tried, final: Reading | undefined): Judged {
  const { case: each, trial, settled } = tried;
  return { tried, seen: judgeTrial(each, trial, settled && final && { settled, final }), final };
}

/** What is wrong with a case, as the causes of its breaches. */
export function breachesOf({ problems }: CaseSeen): readonly string[] {
  return problems.flatMap(({ severity, cause }) => (severity === 'breach' ? [cause] : []));
}
