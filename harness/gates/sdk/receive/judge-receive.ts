import { plural } from '../../../base/plural.ts';
import type { CaseProblem } from '../../../evidence/evidence.ts';
import { leadsTo } from '../../causes.ts';
import { CURRENT } from '../cases/draft.ts';
import { fromNow } from '../cases/time.ts';
import { asAdvice, type CaseResult, type Context, type Question } from '../gate-case.ts';
import type { AdapterReply, Result } from '../protocol.ts';
import { type Copy, FLAWS, type Stream, writeStream } from './stream.ts';

const DEDUPE = 'receiver.dedupe';
const EXPECTED = 'exactly one genuine copy of each event is processed, and nothing else';
/** What a consumer loses by a wrong answer to a stream that the specification leaves open. */
const LOST_OR_TWICE = 'such an event, or a good one beside it, is never acted on, or acted on twice';
/** How many deliveries of a stream a finding shows. */
const WRITTEN = 24;
/** How many events before a lost one a finding names. Most ids that an SDK takes for one are the first of a stream. */
const MOST_OTHERS = 4;

/**
 * The question of a stream that is signed at `now`, in Unix seconds.
 * @param open whether the specification leaves the stream open. Every problem is then advice. Default false.
 */
export function streamQuestion(title: string, stream: Stream, now: number, open = false): Question<'receive'> {
  const params = writeStream(stream, now);
  return { method: 'receive', params, context: contextOf(title, stream), judge: reply => judge(stream, open, reply) };
}

/** Judges the processed deliveries: one genuine copy of each event, and nothing that does not verify. */
function judge(stream: Stream, open: boolean, reply: AdapterReply<Result<'receive'>>): CaseResult {
  const received =
    reply.kind === 'broke' ? `${reply.failure}: ${reply.said}` : writeProcessed(stream, reply.result.processed);
  const found = reply.kind === 'broke' ? [breaksOn(stream)] : problemsOf(stream, reply.result.processed);
  const breaches = found.map((problem): CaseProblem => {
    return { requirement: DEDUPE, ...problem, severity: 'breach', expected: EXPECTED, received };
  });
  // Nothing says what a receiver does with a genuine delivery that is no JSON. It may fail.
  const isOpen = open || (reply.kind === 'broke' && hasUnreadable(stream));
  const problems = isOpen ? breaches.map(problem => asAdvice(problem, LOST_OR_TWICE)) : breaches;
  if (open || problems.length > 0) return { passed: [], problems };
  const forged = stream.copies.some(copy => !isValid(copy, stream.secrets ?? [CURRENT]));
  const passed = [DEDUPE, 'event.id-kept', ...(forged ? ['receiver.rejects-mismatch'] : [])];
  return { passed, problems };
}

/** Whether a copy verifies with these secrets. */
function isValid({ flaw = 'sound', signedBy = [CURRENT] }: Copy, secrets: readonly string[]): boolean {
  return flaw === 'sound' && signedBy.some(secret => secrets.includes(secret));
}

/** A problem. Its default requirement is `receiver.dedupe`. The diagnosis names its cause. */
type Found = Pick<CaseProblem, 'also' | 'cause' | 'message' | 'likely' | 'leadsTo'> & { readonly requirement?: string };

function problemsOf(
  { copies, secrets = [CURRENT], withoutIds = false }: Stream,
  processed: readonly number[],
): readonly Found[] {
  const found = new Map<string, Found>();
  const add = (problem: Found) => found.set(problem.cause, problem);
  if (processed.some(index => index >= copies.length)) return [NOT_DELIVERED];
  for (const index of processed) {
    const copy = copies[index];
    if (copy !== undefined && !isValid(copy, secrets)) add(forgedOf(copy));
  }
  for (const own of Map.groupBy(copies.entries(), ([, { event }]) => event).values()) {
    if (own.some(([, { unreadable }]) => unreadable)) continue;
    const valid = own.filter(([, copy]) => isValid(copy, secrets)).map(([index]) => index);
    // If the SDK acted on a forged copy, it treats a genuine one as a duplicate.
    const isActedOn = own.some(([index]) => processed.includes(index));
    // A forgery before the genuine copy may block it.
    const lost = withoutIds ? WITHOUT_ID : own[0]?.[0] === valid[0] ? LOST : BLOCKED;
    if (valid.length > 0 && !isActedOn) add(lost);
    if (!withoutIds && processed.filter(index => valid.includes(index)).length > 1) add(TWICE);
  }
  return [...found.values()];
}

const TWICE: Found = { cause: 'acts-twice', message: 'the SDK acts twice on one event' };
const LOST: Found = {
  cause: 'loses-event',
  message: 'the SDK never acts on an event with a valid delivery',
  ...leadsTo('lost', DEDUPE),
};
const WITHOUT_ID: Found = { ...LOST, message: 'the SDK never acts on a valid delivery without an event id' };
const BLOCKED: Found = {
  also: ['receiver.rejects-mismatch'],
  cause: 'forgery-blocks',
  message: 'after a forged delivery with its event id, the SDK does not act on a genuine one',
  ...leadsTo('lost', DEDUPE),
};
const BREAKS = { cause: 'broke', message: 'the SDK fails on a stream of deliveries' };
const INDEXES = 'result.processed is an array of whole numbers, each the position of a delivery, counted from 0';
const NOT_DELIVERED: Found = { ...BREAKS, likely: INDEXES };

const hasUnreadable = ({ copies }: Stream) => copies.some(({ unreadable }) => unreadable);
const UNREADABLE: Found = {
  ...BREAKS,
  likely: 'a genuine delivery that is no JSON makes it throw: if it handles several in one call, the others are lost',
};

function breaksOn(stream: Stream): Found {
  if (hasUnreadable(stream)) return UNREADABLE;
  const isForged = stream.copies.some(({ flaw }) => flaw === 'garbled');
  return { ...BREAKS, ...leadsTo(isForged ? 'thrown' : 'lost', DEDUPE) };
}

function forgedOf({ flaw = 'stranger' }: Copy): Found {
  const stale = flaw === 'stale' || flaw === 'future';
  return {
    requirement: stale ? 'receiver.tolerance' : 'receiver.rejects-mismatch',
    cause: `acts-on-${stale ? flaw : 'forged'}`,
    message: stale
      ? `the SDK acts on a delivery whose t is in the ${flaw === 'stale' ? 'past' : 'future'}, outside the tolerance`
      : 'the SDK acts on a delivery that does not verify',
  };
}

/** What an SDK processed, and the first event that it never acted on, after which others, or that it acted on again. */
function writeProcessed(
  { copies, secrets = [CURRENT], withoutIds = false }: Stream,
  processed: readonly number[],
): string {
  const rest = processed.length > WRITTEN ? ` and ${processed.length - WRITTEN} more` : '';
  const said = `processed ${JSON.stringify(processed.slice(0, WRITTEN))}${rest}`;
  const acted = new Set(processed.map(index => copies[index]?.event));
  const isLost = (copy: Copy) => !copy.unreadable && isValid(copy, secrets) && !acted.has(copy.event);
  const [lost, ...before] = copies.slice(0, copies.findIndex(isLost) + 1).toReversed();
  if (withoutIds) return said;
  const again = processed.find((index, nth) =>
    processed.slice(0, nth).some(other => copies[other]?.event === copies[index]?.event),
  );
  if (lost === undefined && again === undefined) return said;
  if (lost === undefined) return `${said}; ${again} is ${JSON.stringify(copies[again ?? 0]?.event)} again`;
  const others = new Set(before.map(({ event }) => JSON.stringify(event)));
  const after = others.size > 0 ? `, after ${[...others].slice(-MOST_OTHERS).toReversed().join(', ')}` : '';
  return `${said}, but not ${before.length}: ${JSON.stringify(lost.event)}${after}`;
}

/** A stream in short: the event and the flaw of each delivery. */
export function inShort({ copies, withoutIds = false }: Stream): string {
  const written = copies.slice(0, WRITTEN).map(({ event: id, order = 'co_5Xk9', flaw = 'sound', age, signedBy }) => {
    const event = withoutIds ? `an event of ${order} without an id` : id;
    const more = [
      flaw !== 'sound' && FLAWS[flaw],
      age !== undefined && flaw !== 'stale' && flaw !== 'future' && `signed ${fromNow(-age)}`,
      signedBy && plural(signedBy.length, 'secret'),
    ].filter(Boolean);
    return more.length > 0 ? `${event} (${more.join(', ')})` : event;
  });
  const rest = copies.length > WRITTEN ? ` and ${copies.length - WRITTEN} more` : '';
  return `[${written.join(', ')}]${rest}`;
}

function contextOf(title: string, stream: Stream): Context {
  const { eventId } = stream.dialect ?? {};
  const id = eventId === undefined ? [] : [{ name: 'event id at', value: JSON.stringify(eventId) }];
  return [{ name: 'case', value: title }, { name: 'deliveries', value: inShort(stream) }, ...id];
}
