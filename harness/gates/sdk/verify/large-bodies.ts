import type { CaseProblem } from '../../../evidence/evidence.ts';
import { causeFirst } from '../../causes.ts';
import { BODY, CURRENT, digest, draftAt, type SignatureCase, signed } from '../cases/draft.ts';
import { type Asker, asAdvice, type CaseResult, type GateCase, put } from '../gate-case.ts';
import { verifyQuestion } from './judge-verify.ts';

/** Limits at which readers of a body may stop, in bytes. `body/large` covers smaller ones. */
const STOPS = [250, 256, 500, 512, 1000, 1024, 2000, 2048].flatMap(many => [many * 1000, many * 1024]);

/** A body that exceeds every limit. */
const LARGE = Buffer.from(JSON.stringify({ id: 'evt_1', pad: 'x'.repeat(Math.max(...STOPS)) }));

/** A body of the size of `body/large`, which every SDK has to read. */
const SMALLER = LARGE.subarray(0, 200_000);

/** Two webhooks at `now`, each with a large body, and again with a smaller one. */
function webhooksAt(now: number) {
  const { header, open, reject, T } = draftAt('body', now);
  const over = (body: Buffer, stops: readonly number[]) =>
    header(...stops.map(stop => digest(CURRENT, T, body.subarray(0, stop))));
  return {
    /** Signatures over the start of the body only, one per limit. */
    cut: reject('signature-mismatch', 'the whole body is signed, however large it is', {
      large: ['a body of two megabytes, signed up to a limit', over(LARGE, STOPS), { body: LARGE }],
      small: ['a small body, signed up to its middle', over(BODY, [BODY.length >> 1])],
    }),
    /** A correct signature. The specification sets no limit, so an SDK may have one. */
    sound: open('accept', 'the whole body is signed; no limit of its size is specified', {
      large: ['a body of two megabytes', signed(T, LARGE), { body: LARGE }],
      small: ['a smaller body', signed(T, SMALLER), { body: SMALLER }],
    }),
  };
}

/** The case with a body of megabytes. There is one, because it takes time; it is no vector, because of its size. */
export const largeBody: GateCase = {
  id: 'verify/body/megabytes',
  method: 'verify',
  title: 'a body of two megabytes, signed up to a limit, and signed whole',
  ask: async asker => {
    const { cut, sound } = webhooksAt(asker.now());
    const forged = await judge(cut, asker);
    return forged.problems.length > 0 ? forged : { ...forged, problems: (await judge(sound, asker)).problems };
  },
};

const KEPT_BUSY = 'anybody can keep the receiver busy, or end it: such a request needs no secret';

/** Reports problems that only a large body has. Other cases cover the rest. */
async function judge(cases: readonly SignatureCase[], asker: Asker): Promise<CaseResult> {
  const [large, small] = cases as readonly [SignatureCase, SignatureCase];
  const judged = await put(verifyQuestion(large), asker);
  const [problem] = judged.problems;
  if (problem === undefined) return judged;
  // An adapter may be unable to read such a line.
  if (problem.cause.startsWith('adapter-')) return { passed: [], problems: [asAdvice(problem, KEPT_BUSY)] };
  const alike = await put(verifyQuestion(small), asker);
  if (alike.problems.length > 0) return { passed: [], problems: [] };
  if (large.expected === 'open') return judged;
  // An SDK may report a size limit as an error.
  return { passed: [], problems: problem.cause === 'accepted' ? [unread(problem)] : [] };
}

function unread({ answered: _, ...problem }: CaseProblem): CaseProblem {
  const likely = 'it verifies only the beginning of a large body, or none of it: anything may follow';
  return { ...problem, cause: 'large-body-unread', message: causeFirst(likely, problem.message), likely };
}
