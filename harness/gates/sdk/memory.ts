import type { CaseProblem } from '../../evidence/evidence.ts';
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
import { type Asker, type CaseResult, type GateCase, put, type QuestionAt } from './gate-case.ts';
import { streamQuestion } from './receive/judge-receive.ts';
import type { Stream } from './receive/stream.ts';
import { verifyQuestion } from './verify/judge-verify.ts';

/** The prefix of causes that only earlier calls explain. */
export const KEEPS = 'keeps-';

/** Distinct bodies, so that two calls share only what a case is about. */
const bodyOf = (name: string) => Buffer.from(JSON.stringify({ id: `evt_${name}`, type: 'disbursement.completed' }));
/** Seconds outside the tolerance, even with a running clock. */
const LATER = 1000;
/** An age in seconds within a tolerance of 600 s, but not of 300 s. */
const LATE = 420;

/** A call: the right answer, the header for a time, and further settings. */
type MemoryRow = readonly [expected: SignatureCase['expected'], header: Header, more?: More];
type Header = (now: number) => string | null;
interface More extends CaseMore {
  /** How many seconds the receiver's clock is ahead. */
  readonly ahead?: number;
}

const sound =
  (body: Buffer, secret = CURRENT, age = 0): Header =>
  now =>
    signed(String(now - age), body, secret);

const [A, B, C] = ['a', 'b', 'c'].map(bodyOf) as [Buffer, Buffer, Buffer];

/** Sequences of calls by name: what a faulty SDK keeps, the requirement that this breaks, and the calls. */
const SIGNATURES: { readonly [name: string]: readonly [kept: string, requirement: string, ...rows: MemoryRow[]] } = {
  secret: [
    'the secret of an earlier call',
    'signature.hmac',
    ['accept', sound(A, PREVIOUS), { body: A, secrets: [PREVIOUS] }],
    ['accept', sound(B, FOREIGN), { body: B, secrets: [FOREIGN] }],
    ['reject', sound(C, PREVIOUS), { body: C, secrets: [FOREIGN] }],
  ],
  signature: [
    'a signature that it has verified, and accepts it for another body',
    'receiver.rejects-mismatch',
    ['accept', sound(A), { body: A }],
    ['reject', sound(A), { body: B }],
  ],
  body: [
    'a body that it has verified, and accepts it with another signature',
    'receiver.rejects-mismatch',
    ['accept', sound(A), { body: A }],
    ['reject', now => `t=${now},v1=${digest(FOREIGN, String(now), A)}`, { body: A }],
  ],
  header: [
    'the header of an earlier call, and uses it where there is none',
    'receiver.rejects-mismatch',
    ['accept', sound(A), { body: A }],
    ['reject', () => null, { body: A }],
  ],
  refusal: [
    'a refusal: after a forgery it refuses the genuine webhook',
    'receiver.any-v1',
    ['reject', now => `t=${now},v1=${digest(FOREIGN, String(now), A)}`, { body: A }],
    ['accept', sound(A), { body: A }],
    ['reject', sound(C), { body: B }],
    ['accept', sound(C), { body: C }],
  ],
  tolerance: [
    'the tolerance of an earlier call',
    'receiver.tolerance',
    ['open', sound(A, CURRENT, LATE), { body: A, toleranceSeconds: 600 }],
    ['reject', sound(B, CURRENT, LATE), { body: B }],
    ['open', sound(A), { body: A, toleranceSeconds: 1 }],
    ['accept', sound(C, CURRENT, 200), { body: C }],
  ],
  clock: [
    'the time or the result of an earlier call',
    'receiver.tolerance',
    ['accept', sound(A), { body: A }],
    ['reject', sound(A, CURRENT, LATER), { body: A, ahead: LATER }],
    ['accept', sound(B), { body: B, ahead: LATER }],
  ],
};

/** Signature calls in sequences that a verifier with a memory answers wrongly. */
export function verifyMemory(systemClock: boolean): readonly GateCase[] {
  return Object.entries(SIGNATURES)
    .filter(([, [, , ...rows]]) => !systemClock || rows.every(([, , more]) => more?.ahead === undefined))
    .map(([name, [kept, requirement, ...rows]]) =>
      memoryCase({
        id: `verify/memory/${name}`,
        method: 'verify',
        title: `calls with different inputs, for an SDK that keeps ${kept}`,
        kept,
        requirement,
        turns: rows.map(row => turnOf(name, requirement, row)),
      }),
    );
}

function turnOf(
  name: string,
  requirement: string,
  [expected, header, { body = A, ahead = 0, ...more } = {}]: MemoryRow,
): QuestionAt {
  const reason = requirement === 'receiver.tolerance' ? 'timestamp-too-old' : 'signature-mismatch';
  return now => {
    const rows = { [name]: [name, header(now + ahead), { body, ...more }] } as const;
    const { accept, open, reject } = draftAt('memory', now + ahead);
    const cases = {
      accept: accept('its signature is sound and t is fresh', rows),
      open: open('accept', 'its signature is sound and t is fresh', rows),
      reject: reject(reason, 'by itself it has to be refused', rows),
    };
    const [each] = cases[expected] as readonly [SignatureCase];
    return verifyQuestion(each);
  };
}

const only = (event: string, signedBy = CURRENT): Stream['copies'] => [{ event, signedBy: [signedBy] }];

/** Sequences of streams by name, one call each: what a faulty SDK keeps, and the streams. */
const STREAMS: { readonly [name: string]: readonly [kept: string, ...streams: Stream[]] } = {
  events: [
    'the events of an earlier call: each call of receive starts with no known events (PROTOCOL.md)',
    { copies: only('evt_kept') },
    { copies: only('evt_kept') },
  ],
  secret: [
    'the secrets of an earlier call',
    { copies: only('evt_secret_1', PREVIOUS), secrets: [PREVIOUS] },
    { copies: only('evt_secret_2') },
    { copies: only('evt_secret_3', PREVIOUS) },
  ],
  dialect: [
    'the dialect of an earlier call',
    { copies: [...only('evt_place_1'), ...only('evt_place_1')], dialect: { eventId: '/event/id' }, decoy: '/id' },
    { copies: [...only('evt_place_3'), ...only('evt_place_3')], decoy: '/event/id' },
  ],
};

/** Streams in sequences that a receiver with a memory answers wrongly. */
export function receiveMemory(): readonly GateCase[] {
  return Object.entries(STREAMS).map(([name, [kept, ...streams]]) => {
    const title = `streams of different inputs, for an SDK that keeps ${kept}`;
    return memoryCase({
      id: `receive/memory/${name}`,
      method: 'receive',
      title,
      kept,
      requirement: 'receiver.dedupe',
      turns: streams.map(stream => now => streamQuestion(title, stream, now)),
    });
  });
}

/** Calls with different inputs, in sequence. */
interface Memory extends Pick<GateCase, 'id' | 'method' | 'title'> {
  /** What a faulty SDK keeps between the calls. */
  readonly kept: string;
  /** The requirement that such an SDK breaks. */
  readonly requirement: string;
  /** The calls. Each is judged separately. */
  readonly turns: readonly QuestionAt[];
}

/**
 * A case of several calls. A call that is wrong twice, but right alone in a fresh process, shows that an earlier call
 * decided its answer. Other cases cover all other mistakes.
 */
function memoryCase({ kept, requirement, turns, ...named }: Memory): GateCase {
  const ask = async (asker: Asker): Promise<CaseResult> => {
    const first = await inTurn(turns, asker);
    if (first.wrong === undefined) return { passed: first.passed, problems: [] };
    if (first.wrong.problem.cause.startsWith('adapter-')) return { passed: [], problems: [first.wrong.problem] };
    await asker.restart();
    const { wrong } = await inTurn(turns, asker);
    if (wrong === undefined || wrong.turn === turns[0]) return { passed: [], problems: [] };
    await asker.restart();
    const alone = await inTurn([wrong.turn], asker);
    // What the SDK keeps from this case must not affect the next one.
    await asker.restart();
    return { passed: [], problems: alone.wrong === undefined ? [keeps(wrong.problem)] : [] };
  };
  const keeps = ({ also: _, answered: __, expected, ...problem }: CaseProblem): CaseProblem => ({
    ...problem,
    requirement,
    cause: `${KEEPS}${named.id.split('/').at(-1)}`,
    message: 'an earlier call decides how the SDK answers; in a fresh process it answers rightly',
    expected: `each call is answered by its own inputs; ${expected}`,
    likely: `it keeps ${kept}`,
  });
  return { ...named, ask };
}

/** Makes calls in sequence until one is answered wrongly. */
async function inTurn(
  turns: readonly QuestionAt[],
  asker: Asker,
): Promise<{
  readonly passed: readonly string[];
  readonly wrong?: { readonly turn: QuestionAt; readonly problem: CaseProblem };
}> {
  const passed: string[] = [];
  for (const turn of turns) {
    const judged = await put(turn(asker.now()), asker);
    const problem = judged.problems.find(({ severity }) => severity === 'breach');
    if (problem !== undefined) return { passed, wrong: { turn, problem } };
    passed.push(...judged.passed);
  }
  return { passed };
}
