import { describe, expect, test } from 'vitest';
import type { Body, Delivery, Evidence, SignatureSeen } from '../core/evidence.ts';
import { signatureHeader } from '../webhooks/signature.ts';
import { Gathered } from './record.ts';
import { verifyAgain } from './verify-again.ts';

const T = '1700000000';
const BYTES = Buffer.from('{"id":"evt_1"}');

const recorded: SignatureSeen = {
  header: 'X-Seal',
  t: [T],
  v1: 1,
  wellFormed: 1,
  others: [],
  malformed: 0,
  slots: [1],
};

function evidenceOf(body: Partial<Body>, more: Partial<Delivery> = {}): Gathered {
  const evidence = new Gathered({ schema: 1, run: 'r' } as Evidence['run']);
  evidence.add({
    type: 'delivery',
    id: 'd1',
    at: 1,
    method: 'POST',
    path: '/',
    headers: [['X-Seal', signatureHeader(T, BYTES, ['right'])]],
    body: { size: BYTES.length, sha256: '', ...body },
    complete: true,
    ours: true,
    answer: { kind: 'drop', refused: true },
    signatures: [recorded],
    connection: 1,
    ...more,
  });
  evidence.add({ type: 'scenario', id: 's', suite: 'x', title: 't', from: 0 });
  evidence.add({ type: 'journey', id: 'j', scenario: 's', order: 'o', from: 0, alone: 0 });
  return evidence;
}

const slots = (evidence: Evidence, secrets: readonly string[]) =>
  verifyAgain(evidence, secrets).deliveries.map(({ signatures }) => signatures.map(seen => seen.slots));

describe('signatures', () => {
  test('are computed again from the recorded bytes', () => {
    expect(slots(evidenceOf({ text: BYTES.toString() }), ['right'])).toEqual([[[0]]]);
    expect(slots(evidenceOf({ base64: BYTES.toString('base64') }), ['other', 'right'])).toEqual([[[1]]]);
    expect(slots(evidenceOf({ text: `${BYTES} ` }), ['right'])).toEqual([[[]]]);
    expect(slots(evidenceOf({ text: BYTES.toString() }), ['wrong'])).toEqual([[[]]]);
  });

  test('stand as they were observed where the bytes are not those of the wire', () => {
    expect(slots(evidenceOf({ text: BYTES.toString(), altered: true }), ['right'])).toEqual([[[1]]]);
    expect(slots(evidenceOf({ text: BYTES.toString(), decoded: 'gzip' }), ['right'])).toEqual([[[1]]]);
  });

  test('stand as they were observed where no secret is given', () => {
    const evidence = evidenceOf({ text: BYTES.toString() });
    expect(verifyAgain(evidence, [])).toBe(evidence);
  });

  test('are looked for under the name that was observed', () => {
    const evidence = evidenceOf({ text: BYTES.toString() }, { headers: [['X-Seal', 'junk']] });
    expect(verifyAgain(evidence, ['right']).deliveries[0]?.signatures).toMatchObject([
      { header: 'X-Seal', malformed: 1 },
    ]);
    const unseen = evidenceOf({ text: '' }, { headers: [['X-Seal', 'junk']], signatures: [] });
    expect(verifyAgain(unseen, ['right']).deliveries[0]?.signatures).toEqual([]);
  });
});

test('everything else stays, also what is computed', () => {
  const evidence = evidenceOf({ text: BYTES.toString() });
  evidence.add({ type: 'orders', orders: ['o', 'spare'] });
  evidence.add({ type: 'case', id: 'verify/one', method: 'verify', passed: [], problems: [] });
  const again = verifyAgain(evidence, ['right']);
  expect({ ...again, deliveries: [] }).toEqual({
    run: evidence.run,
    scenarios: evidence.scenarios,
    orders: ['o', 'spare'],
    cases: evidence.cases,
    journeys: evidence.journeys,
    exchanges: [],
    deliveries: [],
    waits: [],
    troubles: [],
    malformed: [],
    tunnels: [],
  });
  expect('end' in again).toBe(false);
  const end = { at: 1, reason: 'done' } as const;
  expect(verifyAgain({ ...again, end }, ['right']).end).toEqual(end);
});
