import { questionOf, type SignatureCase } from '../cases/draft.ts';
import { clockOf, type GateCase } from '../gate-case.ts';
import { signatureCases, signatureCasesAt } from '../signature-cases.ts';
import { judgeVerify } from './judge-verify.ts';

/** How far from an edge of the tolerance a case has to be for such an SDK, in seconds. */
const MARGIN_SECONDS = 60;

/** The known-answer cases. For an SDK that reads the machine's clock they are signed around the real time. */
export function knownCases(systemClock: boolean): readonly GateCase[] {
  return signatureCases()
    .filter(each => !systemClock || !needsExactClock(each))
    .map(({ id, title }) => ({
      id: `verify/${id}`,
      method: 'verify',
      title,
      ask: async asker => {
        const now = asker.now();
        const each = signatureCasesAt(now).get(id);
        if (each === undefined) throw new Error(`there is no case ${id}`);
        return { ...judgeVerify(each, await asker.call('verify', questionOf(each))), ...clockOf(asker, now) };
      },
    }));
}

/** Whether a second more or less on the clock would change the answer, or the tolerance is none that is specified. */
function needsExactClock({ id, header, now, toleranceSeconds }: SignatureCase): boolean {
  if (toleranceSeconds !== 300 || (id.startsWith('incomplete/') && /-(now|now-in-ms)$/.test(id))) return true;
  const seconds = [header ?? []]
    .flat()
    .flatMap(line => [...line.matchAll(/t=(\d{10})(?!\d)/g)].map(([, t]) => Number(t)));
  return seconds.some(t => Math.abs(Math.abs(now - t) - toleranceSeconds) < MARGIN_SECONDS);
}
