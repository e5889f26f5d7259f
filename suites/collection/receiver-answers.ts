import type { Reply } from '#harness';

/**
 * How late a delivery is answered, in milliseconds: at once, or later but within the time that services allow. The
 * embedded sandbox allows one second.
 */
const LATE_MS = { embedded: [0, 300, 600, 600], remote: [0, 300, 1_000, 5_000] } as const;

/**
 * Answers to the deliveries of one event, in turn: `ack`, the status of a refusal, `cut` (the connection is closed), or
 * `silence` until the sender gives up. `@2` is an index into the delays.
 */
export type Answers = string;

/**
 * Answers about single orders: to the events of the first step, of the second, and to the credit. With few orders, each
 * kind is combined with each delay and each attempt, and each delay with each attempt. Nothing is refused three times,
 * because a service may give up. No order waits for two silences, and the longest wait comes first, so that others
 * overlap it.
 */
export const ALONE: readonly (readonly Answers[])[] = [
  // If each event is sent twice, the second copy leaves before the late answer and shares it.
  ['500@1 silence', '408', 'cut@2'],
  ['silence 503@1', '429', '500'],
  ['cut cut', '503@2 425@1', 'silence'],
  ['429@2 408 ack@1', '503@3 429@1', 'ack@2'],
  // Repeated as the fifth: for a service that sends every third event twice, the duplicate gets the second answer.
  ['503 silence', '425 500@2', 'cut'],
  ['silence cut@1', '408@2 ack@3', '500'],
  // No 410: a service may take it for the end of the subscription and stop sending.
  ['425@2 404', 'cut@3 408@3', '429@3 ack@2'],
];

/** Answers about an order with later events before the first redelivery. */
export const BEHIND_ANOTHER: readonly Answers[] = ['503@2 503@2', '503 503', 'cut@1 429@2', '425@3 408@1'];

/** One answer about each of many orders at once. An empty one refuses nothing. */
export const AT_ONCE: readonly Answers[] = [
  ...['cut', '503', 'cut', '500', ''],
  ...['cut@2', '503@1', '429', '500@2', ''],
  ...['408@1', '425', 'cut@3', '503@3', ''],
  ...['cut', '429@3', 'cut', 'ack@2', ''],
];

/** The parts of answers: the kind, and the index of the delay. */
export function partsOf(answers: Answers): readonly { readonly kind: string; readonly late: number }[] {
  return answers
    .split(' ')
    .filter(Boolean)
    .map(answer => {
      const [kind = '', late = '0'] = answer.split('@');
      return { kind, late: Number(late) };
    });
}

/** Answers in the form of receiver replies for a target. */
export function repliesOf(
  answers: Answers,
  { kind: target, holdMs }: { readonly kind: keyof typeof LATE_MS; readonly holdMs: number },
): readonly Reply[] {
  return partsOf(answers).map(({ kind, late: nth }): Reply => {
    const ms = LATE_MS[target][nth] ?? 0;
    if (kind === 'silence') return { kind: 'slow', holdMs };
    const late = ms === 0 ? {} : { afterMs: ms };
    if (kind === 'cut') return { kind: 'drop', ...late };
    return { kind: 'status', status: kind === 'ack' ? 200 : Number(kind), refused: kind !== 'ack', ...late };
  });
}
