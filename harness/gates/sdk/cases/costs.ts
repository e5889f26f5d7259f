import type { VerifyParams } from '../protocol.ts';
import { BODY, CURRENT } from './draft.ts';

/**
 * A text that grows with its elements: `begin`, `part` once for each, `end`. `{64}` in `part` stands for the number of
 * the element from 0, with zeros before it up to 64 digits. ASCII only.
 */
interface Growing {
  readonly begin: string;
  readonly part: string;
  readonly end: string;
}

/** A forged webhook of any size, which anybody can send without a secret. */
export interface CostCase extends Pick<VerifyParams, 'secrets' | 'toleranceSeconds' | 'now'> {
  /** `cost/<name>`; stable. */
  readonly id: string;
  /** What grows, in the plural. */
  readonly elements: string;
  readonly header: Growing;
  /** The raw body, not in base64. */
  readonly body: Growing;
  /** Numbers of elements to ask about. With 10,000, quadratic time shows before it becomes a hang. */
  readonly sizes: readonly number[];
}

/** Every work that a sender without a secret can cause. @param now the receiver's clock, in whole Unix seconds */
export function costCases(now: number): readonly CostCase[] {
  const [t, wrong] = [`t=${now}`, `,v1=${'0'.repeat(64)}`];
  const still = (begin: string) => ({ begin, part: '', end: '' });
  const row = (name: string, elements: string, header: Growing, body = still(BODY.toString())): CostCase => ({
    ...{ id: `cost/${name}`, elements, header, body, sizes: [33, 1_000, 10_000, 100_000] },
    ...{ secrets: [CURRENT], toleranceSeconds: 300, now },
  });
  return [
    row('v1', 'values of v1', { begin: t, part: ',v1={64}', end: '' }),
    row('pairs', 'pairs of other names', { begin: t, part: ',k{6}=x', end: wrong }),
    row('commas', 'commas', { begin: t, part: ',', end: wrong }),
    row('digits', 'digits of t', { begin: 't=', part: '9', end: wrong }),
    // Up to 8 MB: the specification names no limit.
    row('body', 'elements of the body', still(t + wrong), { begin: '{"pad":[', part: '"{77}",', end: '0]}' }),
  ];
}

/** A text of so many elements, at least one. */
export function grow({ begin, part, end }: Growing, size: number): string {
  const [before = '', digits, after = ''] = part.split(/[{}]/);
  if (digits === undefined) return begin + part.repeat(size) + end;
  const numbers = Array.from({ length: size }, (_, index) => String(index).padStart(Number(digits), '0'));
  return `${begin}${before}${numbers.join(after + before)}${after}${end}`;
}
