import { header, isReadable } from '../../base/json.ts';
import { oncePerKey, oncePerObject } from '../../base/once.ts';
import { timestampNanoseconds } from '../../base/timestamp.ts';
import { COMPLETED, type Dialect } from '../../evidence/dialect.ts';
import type { Headers } from '../../evidence/evidence.ts';
import { locate, typeOf } from '../../evidence/interpretation.ts';
import { undoCodings } from '../../evidence/record/keep-body.ts';
import { TOLERANCE_SECONDS } from '../../webhooks/signature.ts';
import { type Steps, verifyBy } from './verifier.ts';

/** The locations in a dialect of what a handler reads. */
export type WebhookPlaces = Pick<
  Dialect,
  'signatureHeader' | 'timestampUnit' | 'eventId' | 'eventType' | 'eventTypes' | 'orderId'
>;

/** A request as a handler receives it. */
export interface Received {
  readonly headers: Headers;
  /** The value of the signature header. */
  readonly signature: string | undefined;
  readonly body: Buffer;
  /** The name of its connection. */
  readonly connection: string;
  /** The number of pieces in which the body arrived. */
  readonly pieces: number;
  /** The content of its event; `undefined` if the body is not JSON. */
  readonly event: EventContent | undefined;
  readonly places: WebhookPlaces;
}

/** The content of an event. */
export interface EventContent {
  readonly id: string;
  readonly type: string;
  readonly order: string;
  readonly status: string;
  /** When the event was created, in milliseconds since the Unix epoch. */
  readonly madeAt: number;
  /** The whole body. */
  readonly text: string;
}

/** What a backend stores. */
export interface Storage {
  /** One order id for each credit. */
  readonly credits: string[];
  readonly seen: Set<string>;
}

/** Work that ends at once, or a generator that yields its waits in milliseconds. */
type Work<T> = T | Generator<number, T>;

type Chance = 'lost' | 'twice' | 'forbidden';

/** A running process of a backend. */
export interface Running {
  /** Survives a crash. */
  readonly stored: Storage;
  /** Does not survive a crash. */
  readonly memory: Storage;
  readonly secret: string;
  /** Its clock, in milliseconds since the Unix epoch. */
  now(): number;
  /** Whether the sender has cut the connection. */
  isCut(): boolean;
  /** Ends the process, as an uncaught error does. */
  die(): void;
  /** Does something after the answer, unless the process is killed before. */
  later(work: () => unknown, ms: number): void;
  /** Whether one of these chance effects hits an order: it is lost, credited twice, or credited without cause. */
  chance(order: string, ...effects: readonly Chance[]): boolean;
  /** The form of the order id in printed credits. */
  printed(order: string): string;
}

/**
 * The parts of a handler. A known mistake replaces one or more of them; the defaults are right. The handler of an SDK
 * acts on events of every type: it "credits" them all.
 */
export interface HandlerParts {
  /** Steps of its verifier. */
  readonly verifier?: Partial<Steps>;
  /** Whether it accepts a webhook. @param verified the result of its verifier */
  readonly accepts?: (verified: boolean, received: Received, running: Running) => boolean;
  /** What it reads as the id of an event; empty if it finds none. */
  readonly id?: (said: EventContent, received: Received) => string;
  /** What identifies an event in its store. An event with an empty key is never known. */
  readonly key?: (said: EventContent, received: Received, running: Running) => string;
  readonly credits?: (said: EventContent, received: Received) => boolean;
  /** Credits a verified event once. @returns whether to acknowledge it */
  readonly process?: (said: EventContent, key: string, running: Running, received: Received) => Work<boolean>;
  /** Runs when a process starts. */
  readonly begin?: (running: Running) => Work<unknown>;
  /** Runs before the verification. @returns the status, if it is already known */
  readonly first?: (received: Received, running: Running) => number | undefined;
  /** The body of the answer to a webhook that does not verify. Default: empty. */
  readonly tells?: (received: Received, running: Running) => string;
  /** The status of a refusal. Default: {@link UNVERIFIED} if the webhook does not verify, otherwise 400. */
  readonly refusal?: number;
}

/** Stands for the status of a refused signature, whichever the backend uses. */
export const UNVERIFIED = 0;

/**
 * Handles a request with these parts.
 * @param verified the result of its verifier. Default: under the secret of its process, by its clock
 * @returns the status of the answer
 */
export function* handle(
  parts: HandlerParts,
  received: Received,
  running: Running,
  verified = verifies(parts, received, running.secret, running.now()),
): Generator<number, number> {
  const { accepts = verified => verified, id = ({ id }) => id, key = ({ id }) => id, process = creditOnce } = parts;
  const { credits = ({ type }) => type === COMPLETED } = parts;
  const early = parts.first?.(received, running);
  if (early !== undefined) return early;
  if (!accepts(verified, received, running)) return parts.refusal ?? UNVERIFIED;
  if (received.event === undefined) return parts.refusal ?? 400;
  const said = { ...received.event, id: id(received.event, received) };
  if (!credits(said, received)) return 200;
  return (yield* toItsEnd(process(said, key(said, received, running), running, received))) ? 200 : 500;
}

export function* toItsEnd<T>(work: Work<T>): Generator<number, T> {
  const isWaiting = (some: Work<T>): some is Generator<number, T> => some instanceof Object && Symbol.iterator in some;
  return isWaiting(work) ? yield* work : work;
}

/** The right verifier: one object, so that its answers are computed once. */
export const RIGHT_VERIFIER: Partial<Steps> = {};

/** A request, when it arrived, and whether it was acknowledged; `undefined` if the answer does not show it. */
interface VerifiedRequest {
  readonly received: () => Received;
  readonly at: number;
  readonly acknowledged: boolean | undefined;
}

/** The requests of each of some cases. */
type RequestsByCase = readonly (readonly VerifiedRequest[])[];

/**
 * Whether the parts only replace the verifier, and that verifier cannot be the cause: it is right about all requests of
 * failed cases that the backend answered wrongly, or it contradicts the backend's answers in more passed cases than it
 * explains failed ones.
 */
export function isRuledOut(
  parts: HandlerParts,
  ofFailed: RequestsByCase,
  ofPassed: RequestsByCase,
  secret: string,
): boolean {
  const { verifier: _, ...others } = parts;
  if (Object.keys(others).length > 0) return false;
  const verdict = (by: HandlerParts, { received, at }: VerifiedRequest) => verifies(by, received(), secret, at);
  const isWrong = (one: VerifiedRequest) =>
    one.acknowledged !== verdict({}, one) && verdict(parts, one) !== verdict({}, one);
  const isContrary = (one: VerifiedRequest) =>
    one.acknowledged !== undefined && one.acknowledged !== verdict(parts, one);
  let explained = ofFailed.filter(requests => requests.some(isWrong)).length;
  return explained === 0 || ofPassed.some(requests => requests.some(isContrary) && --explained < 0);
}

/** The results of verifiers for a request. Every handler gets it at the same time of its clock. */
const verdictsOn = oncePerObject((_: Received) => new Map<Partial<Steps>, boolean>());

/** A verifier that reads the right time in a unit of `t`. */
const verifierIn = oncePerKey((unit: NonNullable<WebhookPlaces['timestampUnit']>) =>
  oncePerObject((verifier: Partial<Steps>): Partial<Steps> => {
    const moment: Steps['moment'] = ([t = '', ...more]) => {
      const nanoseconds = more.every(other => other === t) ? timestampNanoseconds(t, unit) : undefined;
      return nanoseconds === undefined ? undefined : Number(nanoseconds) / 1e9;
    };
    return { moment, ...verifier };
  }),
);

/** @param at the time of its clock, in milliseconds since the Unix epoch */
function verifies({ verifier = RIGHT_VERIFIER }: HandlerParts, received: Received, secret: string, at: number) {
  const verdicts = verdictsOn(received);
  const verdict = verdicts.get(verifier);
  if (verdict !== undefined) return verdict;
  const { signature: header = null, body, places } = received;
  const question = { header, body, secrets: [secret], now: at / 1000, toleranceSeconds: TOLERANCE_SECONDS };
  const isAccepted = verifyBy(verifierIn(places.timestampUnit ?? 's')(verifier), question) === 'accepted';
  verdicts.set(verifier, isAccepted);
  return isAccepted;
}

/** Credits an event and stores it in one transaction, unless it was stored. */
export function creditOnce({ order }: EventContent, key: string, { stored }: Running): boolean {
  if (isKnown(key, stored)) return true;
  stored.seen.add(key);
  return stored.credits.push(order) > 0;
}

function isKnown(key: string, { seen }: Storage): boolean {
  return key !== '' && seen.has(key);
}

/** The `t` of a signature header. */
export function tOf(signature = ''): number {
  return Number(/(?:^|,)t=([^,]*)/.exec(signature)?.[1]);
}

/** Work on events that are not stored yet. */
export function onUnseen(work: NonNullable<HandlerParts['process']>): HandlerParts {
  return {
    process: (said, key, running, received) => isKnown(key, running.stored) || work(said, key, running, received),
  };
}

/** Work on new events, which are stored first. */
export function onStored(work: NonNullable<HandlerParts['process']>): HandlerParts {
  return onUnseen((said, key, running, received) => {
    running.stored.seen.add(key);
    return work(said, key, running, received);
  });
}

/** What a handler receives of a request. */
export function receivedOf(
  { headers, body, ...how }: Pick<Received, 'headers' | 'body' | 'pieces' | 'connection'>,
  places: WebhookPlaces,
): Received {
  const signature = header(headers, places.signatureHeader ?? '');
  return { headers, signature, body, ...how, places, event: eventOf(headers, body, places) };
}

function eventOf(
  headers: Headers,
  body: Buffer,
  { eventId, eventType, orderId }: WebhookPlaces,
): EventContent | undefined {
  const text = undoCodings(body, header(headers, 'content-encoding')).plain.toString();
  const readable = { headers, body: { size: text.length, sha256: '', text } };
  if (!isReadable(readable)) return undefined;
  const type = typeOf(readable, eventType) ?? '';
  const [id = '', order = ''] = [eventId, orderId].map(locator => locate(readable, locator, type));
  const [, status = ''] = /"(?:status|state)"\s*:\s*"([^"]*)"/.exec(text) ?? [];
  const [, made = ''] = /"[a-z_]*(?:created|made|time|occurred)[a-z_]*"\s*:\s*"([^"]*)"/i.exec(text) ?? [];
  return { id, type, order, status, madeAt: Date.parse(made), text };
}
