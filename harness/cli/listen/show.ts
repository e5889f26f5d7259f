import { visibleLine } from '../../report/visible.ts';
import type { Forwarded } from './send-webhook.ts';
import type { Understood } from './understand.ts';

/** One webhook as `listen` shows it; with `--json` it has these members. */
export interface Heard extends Understood {
  /** Time of its arrival, RFC 3339. */
  readonly at: string;
  /** Bytes of its body. */
  readonly size: number;
  /** Since when each delivery was verified by the same single secret, although there are several; RFC 3339. */
  readonly onlySince?: string;
  /** Whether the same bytes arrived before. */
  readonly again: boolean;
  /** False where it arrived at another path than the receiver's, and got a 404. */
  readonly ours: boolean;
  /** False where the sender stopped before its end. */
  readonly complete: boolean;
  /** The limit of the receiver that it exceeds. */
  readonly problem?: string;
  readonly forwarded?: Forwarded;
  /** The file that holds it. */
  readonly saved?: string;
}

/** A webhook on one line, and the app's answer below it. Control characters are made visible. */
export function show(heard: Heard): string {
  const { at, verdict = 'unverified', event, order, delayMs, size, again, forwarded, saved } = heard;
  const mark = verdict === 'accepted' ? '✓' : verdict === 'unverified' ? '·' : '✗';
  const line = [
    at.slice(11, 23),
    `${mark} ${verdict}`,
    event ?? 'unknown event',
    order ?? 'no order',
    delayMs === undefined ? 'unsigned' : `${(delayMs / 1000).toFixed(1)} s`,
    `${size} B`,
    ...(heard.verifiedBy === undefined ? [] : [`by secret ${heard.verifiedBy.join(' and ')}`]),
    ...(heard.onlySince === undefined ? [] : [`alone since ${heard.onlySince.slice(11, 19)}`]),
    ...(again ? ['again'] : []),
    ...(heard.ours ? [] : ['other path: answered 404']),
    ...(heard.problem === undefined ? [] : [heard.problem]),
    ...(heard.complete || heard.problem !== undefined ? [] : ['cut short']),
  ];
  return [
    line.map(visibleLine).join('  '),
    ...(heard.why === undefined ? [] : [`             ${visibleLine(heard.why)}`]),
    ...(forwarded === undefined ? [] : [`             → ${visibleLine(answered(forwarded))}`]),
    ...(saved === undefined ? [] : [`             saved as ${saved}`]),
    '',
  ].join('\n');
}

function answered(forwarded: Forwarded): string {
  if ('problem' in forwarded) return `the app did not respond: ${forwarded.problem} (the sender got 502)`;
  const { status, tookMs, body } = forwarded;
  return `the app answered ${status} in ${tookMs} ms${body === '' ? '' : `: ${body}`}`;
}
