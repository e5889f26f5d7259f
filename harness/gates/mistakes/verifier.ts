import { createHmac } from 'node:crypto';
import { attempted } from '../../base/errors.ts';
import { oncePerKey, oncePerObject } from '../../base/once.ts';
import type { VerifyParams } from '../sdk/protocol.ts';

/** A pair of the header. */
export type Pair = readonly [key: string, value: string];

/** The steps of a verifier. A known mistake replaces one or more of them. A step may throw, as some SDKs do. */
export interface Steps {
  lines(header: VerifyParams['header']): string;
  pairs(header: string): readonly Pair[];
  /** All values of `t`. */
  timestamps(pairs: readonly Pair[]): readonly string[];
  /** The time to compare with the clock, in Unix seconds; `undefined` if there is none. */
  moment(timestamps: readonly string[], now: number): number | undefined;
  /** The text of `t` in the signed message. */
  signedT(timestamps: readonly string[], now: number): string;
  candidates(pairs: readonly Pair[]): readonly string[];
  secrets(secrets: readonly string[]): readonly string[];
  /** The candidates to compare under the n-th secret, counted from 0. @param of how many secrets are known */
  under(nth: number, candidates: readonly string[], of: number): readonly string[];
  key(secret: string): Buffer;
  /** The signed form of the body; several if any of them may be signed. */
  body(body: Buffer): Buffer | readonly Buffer[];
  /** The signed message; several if a signature over any of them suffices. */
  message(t: string, body: Buffer): Buffer | readonly Buffer[];
  digest(key: Buffer, message: Buffer): string;
  matches(candidate: string, digest: string): boolean;
  /** Whether enough secrets match. @param fits whether a candidate matches under a secret */
  enough(secrets: readonly string[], fits: (secret: string, nth: number) => boolean): boolean;
  some(candidates: readonly string[], fits: (candidate: string) => boolean): boolean;
  /** Whether no candidate invalidates the others. @param fits whether a candidate matches under any secret */
  spares(candidates: readonly string[], fits: (candidate: string) => boolean): boolean;
  fresh(age: number, tolerance: number, pairs?: readonly Pair[], secrets?: readonly string[]): boolean;
  /** Whether it accepts a header without checking its signature. */
  waives(header: string, pairs: readonly Pair[]): boolean;
  /** The answer. @param verified whether a candidate matches @param fresh whether `t` is within the tolerance */
  answers(verified: boolean, fresh: boolean): boolean;
}

/** Known mistakes by name: the likely bug, as a finding states it, and the steps that each way replaces. */
export interface Mistakes<Replaced = Partial<Steps>> {
  readonly [name: string]: readonly [bug: string, ...ways: readonly Replaced[]];
}

/** Takes the values of all pairs with a matching name, for `t` or for `v1`. */
export function taking(step: 'timestamps' | 'candidates', name: RegExp): Partial<Steps> {
  return { [step]: (pairs: readonly Pair[]) => valuesOf(pairs, name) };
}

function valuesOf(pairs: readonly Pair[], name: RegExp): readonly string[] {
  return pairs.filter(([key]) => name.test(key)).map(([, value]) => value);
}

/** A digest with this algorithm, in lowercase hex. */
export const hmac = (algorithm: string) => (key: Buffer, message: Buffer) =>
  createHmac(algorithm, key).update(message).digest('hex');

// Most wrong verifiers take the right messages and digests and fail in another step, so these are computed once.
const messagesOf = oncePerObject((body: Buffer) =>
  oncePerKey((t: string) => Buffer.concat([Buffer.from(`${t}.`, 'latin1'), body])),
);
const digestsOf = oncePerObject((message: Buffer) =>
  oncePerKey((key: string) => hmac('sha256')(Buffer.from(key, 'latin1'), message)),
);

/** Every step as the rules require (Signature header). */
export const RIGHT: Omit<Steps, 'message'> & { message(t: string, body: Buffer): Buffer } = {
  lines: header => (typeof header === 'string' ? header : (header ?? []).join(',')),
  pairs: header =>
    header.split(',').flatMap(element => {
      const pair = element.replace(/^[ \t]+|[ \t]+$/g, '');
      const equals = pair.indexOf('=');
      return equals < 1 ? [] : [[pair.slice(0, equals), pair.slice(equals + 1)] as const];
    }),
  timestamps: pairs => valuesOf(pairs, /^t$/),
  moment: ([t = '', ...more]) => (/^\d+$/.test(t) && more.every(other => other === t) ? Number(t) : undefined),
  signedT: ([t = '']) => t,
  candidates: pairs => valuesOf(pairs, /^v1$/),
  secrets: secrets => secrets.filter(secret => secret !== ''),
  under: (_, candidates) => candidates,
  key: secret => Buffer.from(secret),
  body: body => body,
  message: (t, body) => messagesOf(body)(t),
  digest: (key, message) => digestsOf(message)(key.toString('latin1')),
  matches: (candidate, digest) => candidate === digest,
  enough: (secrets, fits) => secrets.some(fits),
  some: (candidates, fits) => candidates.some(fits),
  spares: () => true,
  fresh: (age, tolerance) => Math.abs(age) <= tolerance,
  waives: () => false,
  answers: (verified, fresh) => verified && fresh,
};

/** Takes the current time for a missing `t`. */
export const nowIfMissing: Steps['moment'] = (timestamps, now) =>
  timestamps.length === 0 ? now : RIGHT.moment(timestamps, now);

/** A `verify` question with a decoded body. */
interface SignedRequest extends Omit<VerifyParams, 'body'> {
  readonly body: Buffer;
}

/** Decodes the body of a `verify` question. */
export function decodeQuestion(params: VerifyParams): SignedRequest {
  return { ...params, body: Buffer.from(params.body, 'base64') };
}

const stepsOf = oncePerObject((replaced: Partial<Steps>): Steps => ({ ...RIGHT, ...replaced }));

/** The answer of a verifier; `broke` if a step throws. @param replaced its wrong steps */
export function verifyBy(replaced: Partial<Steps>, question: SignedRequest): 'accepted' | 'refused' | 'broke' {
  return attempted(() => (accepts(stepsOf(replaced), question) ? 'accepted' : 'refused')) ?? 'broke';
}

function accepts(steps: Steps, question: SignedRequest): boolean {
  const header = steps.lines(question.header);
  const pairs = steps.pairs(header);
  if (steps.waives(header, pairs)) return true;
  const timestamps = steps.timestamps(pairs);
  const moment = steps.moment(timestamps, question.now);
  if (moment === undefined) return steps.answers(false, false);
  const t = steps.signedT(timestamps, question.now);
  const bodies = [steps.body(question.body)].flat();
  const messages = bodies.flatMap(body => steps.message(t, body));
  const candidates = steps.candidates(pairs);
  const secrets = steps.secrets(question.secrets);
  const matching = (secret: string) => {
    const digests = messages.map(message => steps.digest(steps.key(secret), message));
    return (candidate: string) => digests.some(digest => steps.matches(candidate, digest));
  };
  const verified =
    steps.enough(secrets, (secret, nth) =>
      steps.some(steps.under(nth, candidates, secrets.length), matching(secret)),
    ) && steps.spares(candidates, candidate => secrets.some(secret => matching(secret)(candidate)));
  const { now, toleranceSeconds } = question;
  return steps.answers(verified, steps.fresh(now - moment, toleranceSeconds, pairs, secrets));
}
