import { visibleLine } from '../../report/visible.ts';
import type { Forwarded } from './forward.ts';
import type { Understood } from './understand.ts';

/** One webhook as `listen` tells it; the members are those of `--json`. */
export interface Heard extends Understood {
  /** When it came, RFC 3339. */
  readonly at: string;
  /** Bytes of its body. */
  readonly size: number;
  /** True where the same bytes came before. */
  readonly again: boolean;
  /** False where it came to another path than the one that was told, and was answered 404. */
  readonly ours: boolean;
  /** False where the sender stopped in the middle. */
  readonly complete: boolean;
  readonly forwarded?: Forwarded;
  /** The file that it was saved as. */
  readonly saved?: string;
}

/** A webhook on one line, and what the app answered below it. Nothing of it can move the cursor or hide. */
export function show(heard: Heard): string {
  const { at, verdict = 'unverified', event, order, delayMs, size, again, forwarded, saved } = heard;
  const mark = verdict === 'accepted' ? '✓' : verdict === 'unverified' ? '·' : '✗';
  const where = heard.ours ? [] : ['another path: answered 404'];
  const cut = heard.complete ? [] : ['cut short'];
  const line = [
    at.slice(11, 23),
    `${mark} ${verdict}`,
    event ?? 'unknown event',
    order ?? 'no order',
    delayMs === undefined ? 'unsigned' : `${(delayMs / 1000).toFixed(1)} s`,
    `${size} B`,
    ...(again ? ['again'] : []),
    ...where,
    ...cut,
  ];
  return [
    line.map(visibleLine).join('  '),
    ...(forwarded === undefined ? [] : [`             → ${visibleLine(answered(forwarded))}`]),
    ...(saved === undefined ? [] : [`             kept as ${saved}`]),
    '',
  ].join('\n');
}

function answered(forwarded: Forwarded): string {
  if ('problem' in forwarded) return `the app gave no answer: ${forwarded.problem} (told the sender 502)`;
  const { status, tookMs, body } = forwarded;
  return `the app answered ${status} in ${tookMs} ms${body === '' ? '' : `: ${body}`}`;
}
