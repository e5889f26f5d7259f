import { CURRENT, digest, draftAt, FOREIGN, PREVIOUS, questionOf, type SignatureCase, signed } from '../cases/draft.ts';
import type { GateCase } from '../gate-case.ts';
import { memoryCase } from '../memory.ts';
import { judgeVerify } from './judge-verify.ts';

/** Distinct bodies, so that nothing but what a case is about is the same in two calls. */
const bodyOf = (name: string) => Buffer.from(JSON.stringify({ id: `evt_${name}`, type: 'disbursement.completed' }));
/** Seconds that lie outside the tolerance, on a running clock too. */
const LATER = 1000;
/** An age within a tolerance of 600 s, and not of 300 s. */
const LATE = 420;

/** A call: when it is asked, from now; what it is asked, at that time; the right answer. */
type MemoryRow = readonly [expected: SignatureCase['expected'], header: Header, more?: More];
type Header = (now: number) => string | null;
interface More {
  readonly body?: Buffer;
  readonly secrets?: readonly string[];
  readonly toleranceSeconds?: number;
  /** How far the receiver's clock is ahead. */
  readonly ahead?: number;
}

const sound =
  (body: Buffer, secret = CURRENT, age = 0): Header =>
  now =>
    signed(String(now - age), body, secret);

const [A, B, C] = ['a', 'b', 'c'].map(bodyOf) as [Buffer, Buffer, Buffer];

/** Calls by name: what an SDK keeps, the requirement that this breaks, and the calls. */
const ROWS: { readonly [name: string]: readonly [kept: string, requirement: string, ...rows: MemoryRow[]] } = {
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

/** Pairs of calls about signatures that a verifier with a memory answers wrongly. */
export function verifyMemory(systemClock: boolean): readonly GateCase[] {
  return Object.entries(ROWS)
    .filter(([, [, , ...rows]]) => !systemClock || rows.every(([, , more]) => more?.ahead === undefined))
    .map(([name, [kept, requirement, ...rows]]) =>
      memoryCase({
        id: `verify/memory/${name}`,
        method: 'verify',
        title: `calls with different inputs, for an SDK that keeps ${kept}`,
        kept,
        requirement,
        turns: rows.map(row => turnOf(name, row)),
      }),
    );
}

function turnOf(name: string, [expected, header, { body = A, ahead = 0, ...more } = {}]: MemoryRow): GateCase['ask'] {
  return async asker => {
    const now = asker.now() + ahead;
    const rows = { [name]: [name, header(now), { body, ...more }] } as const;
    const { accept, open, reject } = draftAt('memory', now);
    const cases = {
      accept: accept('its signature is sound and t is fresh', rows),
      open: open('accept', 'its signature is sound and t is fresh', rows),
      reject: reject('signature-mismatch', 'by itself it has to be refused', rows),
    };
    const [each] = cases[expected] as readonly [SignatureCase];
    return judgeVerify(each, await asker.call('verify', questionOf(each)));
  };
}
