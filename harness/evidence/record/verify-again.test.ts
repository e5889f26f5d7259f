import { expect, test } from 'vitest';
import { signed } from '../../testing/evidence.ts';
import { aDelivery } from '../../testing/samples.ts';
import { signatureHeader } from '../../webhooks/signature.ts';
import type { Body, Delivery, Evidence } from '../evidence.ts';
import { emptyEvidence, gather } from '../evidence-lines.ts';
import { verifyAgain } from './observer.ts';

const T = '1700000000';
const BYTES = Buffer.from('{"id":"evt_1"}');

function evidenceOf(body: Partial<Body>, more: Partial<Delivery> = {}): Evidence {
  const evidence = emptyEvidence({ schema: 1, run: 'r' } as Evidence['run']);
  gather(evidence, {
    type: 'delivery',
    ...aDelivery('d1', {
      headers: [['X-Seal', signatureHeader(T, BYTES, ['right'])]],
      body: { size: BYTES.length, sha256: '', ...body },
      signatures: [signed(Number(T) * 1000, { header: 'X-Seal', slots: [1] })],
      ...more,
    }),
  });
  gather(evidence, { type: 'scenario', id: 's', suite: 'x', title: 't', from: 0 });
  gather(evidence, { type: 'journey', id: 'j', scenario: 's', order: 'o', from: 0, alone: 0 });
  return evidence;
}

const slots = (evidence: Evidence, secrets: readonly string[]) =>
  verifyAgain(evidence, secrets).deliveries.map(({ signatures }) => signatures.map(seen => seen.slots));

test('Signatures of a shortened body, or of another path, stay as they were observed', () => {
  expect(slots(evidenceOf({ text: BYTES.toString(), cut: 5 }), ['right'])).toEqual([[[1]]]);
  expect(slots(evidenceOf({ text: BYTES.toString() }, { ours: false }), ['right'])).toEqual([[[1]]]);
});

test('Signatures are computed again from the recorded bytes', () => {
  expect(slots(evidenceOf({ text: BYTES.toString() }), ['right'])).toEqual([[[0]]]);
  expect(slots(evidenceOf({ base64: BYTES.toString('base64') }), ['other', 'right'])).toEqual([[[1]]]);
  expect(slots(evidenceOf({ text: `${BYTES} ` }), ['right'])).toEqual([[[]]]);
  expect(slots(evidenceOf({ text: BYTES.toString() }), ['wrong'])).toEqual([[[]]]);
});

test('Signatures stay as observed if the recorded bytes differ from those received', () => {
  expect(slots(evidenceOf({ text: BYTES.toString(), altered: true }), ['right'])).toEqual([[[1]]]);
  expect(slots(evidenceOf({ text: BYTES.toString(), decoded: 'gzip' }), ['right'])).toEqual([[[1]]]);
});

test('Signatures stay as observed if no secret is given', () => {
  const evidence = evidenceOf({ text: BYTES.toString() });
  expect(verifyAgain(evidence, [])).toBe(evidence);
});

test('Signatures are found under the observed name', () => {
  const evidence = evidenceOf({ text: BYTES.toString() }, { headers: [['X-Seal', 'junk']] });
  expect(verifyAgain(evidence, ['right']).deliveries[0]?.signatures).toMatchObject([{ header: 'X-Seal', v1: 0 }]);
  const unseen = evidenceOf({ text: '' }, { headers: [['X-Seal', 'junk']], signatures: [] });
  expect(verifyAgain(unseen, ['right']).deliveries[0]?.signatures).toEqual([]);
});

test('Everything else stays unchanged', () => {
  const evidence = evidenceOf({ text: BYTES.toString() });
  gather(evidence, { type: 'orders', orders: ['o', 'spare'] });
  gather(evidence, { type: 'case', id: 'verify/one', method: 'verify', passed: [], problems: [] });
  gather(evidence, { type: 'end', at: 1, reason: 'done' });
  const { deliveries: _, ...rest } = evidence;
  expect(verifyAgain(evidence, ['right'])).toEqual({ ...rest, deliveries: [expect.objectContaining({ id: 'd1' })] });
});
