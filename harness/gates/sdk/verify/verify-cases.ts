import { TOLERANCE_SECONDS } from '../../../webhooks/signature.ts';
import type { SignatureCase } from '../cases/draft.ts';
import type { KnownQuestion } from '../gate-case.ts';
import { signatureCases, signatureCasesAt } from '../signature-cases.ts';
import { verifyQuestion } from './judge-verify.ts';

/** The least distance from an edge of the tolerance for an SDK with the system clock, in seconds. */
const MARGIN_SECONDS = 60;

/** The signature cases as questions. @param systemClock leaves out those that need an exact clock */
export function knownSignatures(systemClock = false): readonly KnownQuestion[] {
  return signatureCases()
    .filter(each => !systemClock || !needsExactClock(each))
    .map(each => ({
      id: `verify/${each.id}`,
      method: 'verify',
      title: each.title,
      at: now => verifyQuestion(signatureCasesAt(now).get(each.id) ?? each),
    }));
}

/** Whether one second more or less could change the answer, or the case needs an unspecified tolerance. */
function needsExactClock({ id, header, now, toleranceSeconds }: SignatureCase): boolean {
  if (toleranceSeconds !== TOLERANCE_SECONDS || (id.startsWith('incomplete/') && /-(now|now-in-ms)$/.test(id)))
    return true;
  const seconds = [header ?? []]
    .flat()
    .flatMap(line => [...line.matchAll(/t=(\d{10})(?!\d)/g)].map(([, t]) => Number(t)));
  return seconds.some(t => Math.abs(Math.abs(now - t) - toleranceSeconds) < MARGIN_SECONDS);
}
