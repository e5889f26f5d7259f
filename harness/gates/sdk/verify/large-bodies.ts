import type { CaseProblem } from '../../../evidence/evidence.ts';
import { BODY, CURRENT, digest, draftAt, questionOf, type SignatureCase, signed } from '../cases/draft.ts';
import { asAdvice } from '../client/problem.ts';
import { causeFirst } from '../diagnosis/cause-first.ts';
import type { Asker, CaseResult, GateCase } from '../gate-case.ts';
import { judgeVerify } from './judge-verify.ts';

/** Where readers of a body stop, in bytes. `body/large` shows those that stop earlier. */
const STOPS = [250, 256, 500, 512, 1000, 1024, 2000, 2048].flatMap(many => [many * 1000, many * 1024]);

/** A body in which every reader stops. */
const LARGE = Buffer.from(JSON.stringify({ id: 'evt_1', pad: 'x'.repeat(Math.max(...STOPS)) }));

/** As large as that of `body/large`, which every SDK has to read. */
const SMALLER = LARGE.subarray(0, 200_000);

/** A case over a large body, and the same over a smaller one. */
type LargeAndSmall = readonly [large: SignatureCase, small: SignatureCase];

/** A webhook with a large body. No limit is specified, so that an SDK may have one. */
function sound(now: number): LargeAndSmall {
  const { open, T } = draftAt('body', now);
  return open('accept', 'the whole body is signed; no limit of its size is specified', {
    large: ['a body of two megabytes', signed(T, LARGE), { body: LARGE }],
    small: ['a smaller body', signed(T, SMALLER), { body: SMALLER }],
  }) as readonly SignatureCase[] as LargeAndSmall;
}

/** A webhook of whose body only a beginning is signed: each v1 is over another. */
function cut(now: number): LargeAndSmall {
  const { header, reject, T } = draftAt('body', now);
  const over = (body: Buffer, stops: readonly number[]) =>
    header(...stops.map(stop => digest(CURRENT, T, body.subarray(0, stop))));
  return reject('signature-mismatch', 'the whole body is signed, however large it is', {
    large: ['a body of two megabytes, signed up to a limit', over(LARGE, STOPS), { body: LARGE }],
    small: ['a small body, signed up to its middle', over(BODY, [BODY.length >> 1])],
  }) as readonly SignatureCase[] as LargeAndSmall;
}

/** The case of a body of megabytes. It is the only one, since it takes time, and no vector, since it takes space. */
export const largeBody: GateCase = {
  id: 'verify/body/megabytes',
  method: 'verify',
  title: 'a body of two megabytes, signed up to a limit, and signed whole',
  ask: async asker => {
    const now = asker.now();
    const forged = await judge(cut(now), asker);
    return forged.problems.length > 0 ? forged : { ...forged, problems: (await judge(sound(now), asker)).problems };
  },
};

/** What is wrong over a large body alone. What is wrong over a smaller one too, other cases name. */
async function judge([large, small]: LargeAndSmall, asker: Asker): Promise<CaseResult> {
  const judged = judgeVerify(large, await asker.call('verify', questionOf(large)));
  const [problem] = judged.problems;
  if (problem === undefined) return judged;
  // An adapter may not read such a line.
  if (problem.cause.startsWith('adapter-')) return { passed: [], problems: [asAdvice(problem)] };
  const alike = judgeVerify(small, await asker.call('verify', questionOf(small)));
  if (alike.problems.length > 0) return { passed: [], problems: [] };
  if (large.expected === 'open') return judged;
  // A limit of the size may be an error to an SDK.
  return { passed: [], problems: problem.cause === 'accepted' ? [unread(problem)] : [] };
}

function unread({ answered: _, ...problem }: CaseProblem): CaseProblem {
  const likely = 'it verifies only the beginning of a large body, or none of it: anything may follow';
  return { ...problem, cause: 'large-body-unread', message: causeFirst(likely, problem.message), likely };
}
