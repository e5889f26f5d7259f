import type { CaseProblem } from '../../evidence/evidence.ts';
import type { RefusalReason } from '../../webhooks/signature.ts';
import {
  type CaseMore,
  CURRENT,
  digest,
  draftAt,
  FOREIGN,
  PREVIOUS,
  type SignatureCase,
  signed,
} from './cases/draft.ts';
import { type Asker, type CaseResult, type GateCase, isOfAdapter, put, type Question } from './gate-case.ts';
import { streamQuestion } from './receive/judge-receive.ts';
import type { Stream } from './receive/stream.ts';
import { verifyQuestion } from './verify/judge-verify.ts';

/** The prefix of causes that only earlier calls explain. */
export const KEEPS = 'keeps-';
/** The cause of any other case that only earlier calls explain. */
export const KEEPS_EARLIER = `${KEEPS}earlier`;

/** Seconds outside the tolerance, even with a running clock. */
const LATER = 1000;
/** An age in seconds within a tolerance of 600 s, but not of 300 s. */
const LATE = 420;

/** Distinct bodies, so that two calls share only what a case is about. */
const [A, B, C] = ['a', 'b', 'c'].map(name =>
  Buffer.from(JSON.stringify({ id: `evt_${name}`, type: 'disbursement.completed' })),
) as [Buffer, Buffer, Buffer];

/** One of several calls. It is signed at `now`, in Unix seconds. @param title of the whole case */
type Turn = (title: string, now: number) => Question;

type Header = (now: number) => string | null;

const sound =
  (body: Buffer, secret = CURRENT, age = 0): Header =>
  now =>
    signed(String(now - age), body, secret);
/** A header for `A` under a secret that the receiver does not know. */
const forged: Header = now => `t=${now},v1=${digest(FOREIGN, String(now), A)}`;

/** What a call of `verify` may set. The default body is `A`. */
interface More extends CaseMore {
  /** How many seconds the receiver's clock is ahead. */
  readonly ahead?: number;
}

const FRESH = 'its signature is sound and t is fresh';

/** A call of `verify`. @param answer `accept`, `open`, or why it has to be refused */
function call(answer: 'accept' | 'open' | RefusalReason, header: Header, { ahead = 0, ...more }: More = {}): Turn {
  return (title, now) => {
    const { accept, open, reject } = draftAt('memory', now + ahead);
    const rows = { [answer]: [title, header(now + ahead), { body: A, ...more }] } as const;
    const [each] =
      answer === 'accept'
        ? accept(FRESH, rows)
        : answer === 'open'
          ? open('accept', FRESH, rows)
          : reject(answer, 'by itself it has to be refused', rows);
    return verifyQuestion(each as SignatureCase);
  };
}

/** A call of `receive`. */
const stream =
  (copies: Stream['copies'], more: Omit<Stream, 'copies'> = {}): Turn =>
  (title, now) =>
    streamQuestion(title, { copies, ...more }, now);
const only = (event: string, signedBy = CURRENT): Stream['copies'] => [{ event, signedBy: [signedBy] }];
const twice = (event: string): Stream['copies'] => [...only(event), ...only(event)];

/** Cases by name: what a faulty SDK keeps, the requirement that this breaks, and the calls. */
interface Memories {
  readonly [name: string]: readonly [kept: string, requirement: string, ...turns: Turn[]];
}

const SIGNATURES: Memories = {
  hash: [
    'state that it never resets, of a hash or of a pattern for the header: it refuses the second of two webhooks',
    'signature.hmac',
    call('accept', sound(A)),
    call('accept', sound(A, CURRENT, 1)),
  ],
  secret: [
    'the secret of an earlier call',
    'signature.hmac',
    call('accept', sound(A, PREVIOUS), { secrets: [PREVIOUS] }),
    call('accept', sound(B, FOREIGN), { body: B, secrets: [FOREIGN] }),
    call('signature-mismatch', sound(C, PREVIOUS), { body: C, secrets: [FOREIGN] }),
  ],
  signature: [
    'a signature that it has verified, and accepts it for another body',
    'receiver.rejects-mismatch',
    call('accept', sound(A)),
    call('signature-mismatch', sound(A), { body: B }),
  ],
  body: [
    'a body that it has verified, and accepts it with another signature',
    'receiver.rejects-mismatch',
    call('accept', sound(A)),
    call('signature-mismatch', forged),
  ],
  header: [
    'the header of an earlier call, and uses it where there is none',
    'receiver.rejects-mismatch',
    call('accept', sound(A)),
    call('signature-mismatch', () => null),
  ],
  refusal: [
    'a refusal, or a hash that it does not reset then: after a forgery or an old webhook it refuses the genuine one',
    'receiver.any-v1',
    call('signature-mismatch', forged),
    call('accept', sound(A)),
    call('signature-mismatch', sound(C), { body: B }),
    call('accept', sound(C), { body: C }),
    call('timestamp-too-old', sound(B, CURRENT, LATER), { body: B }),
    call('accept', sound(A, CURRENT, 1)),
  ],
  tolerance: [
    'the tolerance of an earlier call',
    'receiver.tolerance',
    call('open', sound(A, CURRENT, LATE), { toleranceSeconds: 600 }),
    call('timestamp-too-old', sound(B, CURRENT, LATE), { body: B }),
    call('open', sound(A), { toleranceSeconds: 1 }),
    call('accept', sound(C, CURRENT, 200), { body: C }),
  ],
};

/** Calls for an SDK whose clock the gate sets. */
const CLOCKS: Memories = {
  clock: [
    'the result or the time of an earlier call, and does not check t again',
    'receiver.tolerance',
    call('accept', sound(C, CURRENT, 280), { body: C }),
    call('timestamp-too-old', sound(C, CURRENT, 320), { body: C, ahead: 40 }),
    call('timestamp-too-old', sound(A, CURRENT, LATER), { ahead: LATER }),
    call('accept', sound(B), { body: B, ahead: LATER }),
  ],
};

const STREAMS: Memories = {
  events: [
    'the events of an earlier call: each call of receive starts with no known events (PROTOCOL.md)',
    'receiver.dedupe',
    stream(only('evt_kept')),
    stream(only('evt_kept')),
  ],
  secret: [
    'the secrets of an earlier call',
    'receiver.dedupe',
    stream(only('evt_secret_1', PREVIOUS), { secrets: [PREVIOUS] }),
    stream(only('evt_secret_2')),
    stream(only('evt_secret_3', PREVIOUS)),
  ],
  dialect: [
    'the dialect of an earlier call',
    'receiver.dedupe',
    stream(twice('evt_place_1'), { dialect: { eventId: '/event/id' }, decoy: '/id' }),
    stream(twice('evt_place_3'), { decoy: '/event/id' }),
  ],
};

/** What an SDK keeps that reads the clock once. */
export const STARTED = 'the time at which it started: alone, the case passes';

/** The problem of a case that an SDK answers rightly in a fresh process. @param kept what it keeps */
export function keptProblem(
  { also: _, answered: __, expected, ...problem }: CaseProblem,
  kept = 'something of earlier calls, its threads disturb each other, or chance decides: alone, the case passes',
  cause = KEEPS_EARLIER,
): CaseProblem {
  return {
    ...problem,
    cause,
    message: 'the SDK answers wrongly after other calls, and rightly in a fresh process',
    expected: `each call is answered by its own inputs; ${expected}`,
    likely: `it keeps ${kept}`,
  };
}

/**
 * Cases of several calls. A call that is wrong twice, but right alone in a fresh process, shows that an earlier call
 * decided its answer. Other cases cover all other mistakes.
 */
export function memoryCases(method: 'verify' | 'receive', systemClock: boolean): readonly GateCase[] {
  const calls = method === 'verify' ? 'calls with' : 'streams of';
  const memories = method === 'verify' ? { ...SIGNATURES, ...(!systemClock && CLOCKS) } : STREAMS;
  return Object.entries(memories).map(([name, [kept, requirement, ...turns]]) => {
    const title = `${calls} different inputs, for an SDK that keeps ${kept}`;
    const ask = async (asker: Asker): Promise<CaseResult> => {
      const first = await inTurn(turns, title, asker);
      if (first.wrong === undefined) return { passed: first.passed, problems: [] };
      if (isOfAdapter(first.wrong.problem)) return { passed: [], problems: [first.wrong.problem] };
      await asker.restart();
      const { wrong } = await inTurn(turns, title, asker);
      if (wrong === undefined || wrong.turn === turns[0]) return { passed: [], problems: [] };
      await asker.restart();
      const alone = await inTurn([wrong.turn], title, asker);
      // What the SDK keeps from this case must not affect the next one.
      await asker.restart();
      return {
        passed: [],
        problems:
          alone.wrong === undefined ? [{ ...keptProblem(wrong.problem, kept, `${KEEPS}${name}`), requirement }] : [],
      };
    };
    return { id: `${method}/memory/${name}`, method, title, ask };
  });
}

/** Makes calls in sequence until one is answered wrongly. */
async function inTurn(turns: readonly Turn[], title: string, asker: Asker) {
  const passed: string[] = [];
  for (const turn of turns) {
    const judged = await put(turn(title, asker.now()), asker);
    const problem = judged.problems.find(({ severity }) => severity === 'breach');
    if (problem !== undefined) return { passed, wrong: { turn, problem } };
    passed.push(...judged.passed);
  }
  return { passed };
}
