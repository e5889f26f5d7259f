import { expect, test } from 'vitest';
import { signatureHeader } from '../../../webhooks/signature.ts';
import { receivedOf } from '../../mistakes/handler.ts';
import type { HandlerReply } from '../sender.ts';
import { type SentRequest, simulate, timelineOf } from './transcript.ts';

const SECRET = 'whsec_of_the_transcript';
const PLACES = { signatureHeader: 'Signature', eventId: '/id', eventType: '/type', orderId: '/order' };
const OK: HandlerReply = { kind: 'answered', status: 200, tookMs: 5 };

/** A completion that was sent at this time and ended 10 ms later. */
function sentAt(at: number, order: string, reply: HandlerReply): SentRequest {
  const body = Buffer.from(JSON.stringify({ id: `evt_${order}`, type: 'disbursement.completed', order }));
  const headers = [['Signature', signatureHeader(String(Math.floor(at / 1000)), body, [SECRET])]] as const;
  const received = () => receivedOf({ headers, body, pieces: 1, connection: order }, PLACES);
  return { ...{ scenario: 'credit.crash', at, to: at + 10, reply, received }, isForged: false, isWebhook: true };
}

/** The credits of a right handler that is killed once, between 100 and 300 ms. */
function creditedBy(...sent: readonly SentRequest[]): readonly string[] {
  const timeline = timelineOf({ sent: [...sent], kills: [{ from: 100, to: 300 }] }, [1_000]);
  const choices = { pace: 1, chance: () => false, printed: (order: string) => order };
  return [...(simulate({}, timeline, SECRET, choices)?.credits.get(1_000)?.keys() ?? [])];
}

test('An answered webhook reaches a running process, even in the millisecond in which it starts', () => {
  expect(creditedBy(sentAt(100, 'cut', { kind: 'dropped' }), sentAt(150, 'first', OK))).toEqual(['cut', 'first']);
  expect(creditedBy(sentAt(300, 'after', OK))).toEqual(['after']);
  expect(creditedBy(sentAt(110, 'last', OK), sentAt(100, 'cut', { kind: 'dropped' }))).toEqual(['cut', 'last']);
});

test('A webhook that is dropped while no process runs credits nobody', () => {
  expect(creditedBy(sentAt(100, 'cut', { kind: 'dropped' }), sentAt(120, 'lost', { kind: 'dropped' }))).toEqual([
    'cut',
  ]);
});
