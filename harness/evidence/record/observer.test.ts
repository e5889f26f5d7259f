import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signatureHeader } from '../../webhooks/signature.ts';
import type { Headers } from '../evidence.ts';
import { signatureOf } from '../signatures/signature-header.ts';
import { observeSignatures } from './observer.ts';

const T = '1700000000';
const BODY = Buffer.from('{"id":"evt_1"}');
const SECRETS = ['old secret', '', 'new secret'];
const HEADER = signatureHeader(T, BODY, ['new secret']);

const seen = { t: [T], v1: 1, wellFormed: 1, others: [], slots: [2] };

/** What is seen in headers, where the name of the signature's is not known. */
const observed = (...headers: Headers) => observeSignatures(headers, BODY, SECRETS, undefined);

test('A header with a t and a v1 is a signature, whatever its name', () => {
  expect(observed(['Host', 'h'], ['X-Anything', HEADER])).toEqual([{ header: 'X-Anything', ...seen }]);
});

test('A header named like a signature is one, whatever its value', () => {
  const unreadable = { t: [], v1: 0, wellFormed: 0, others: [], slots: [] };
  const headers = [
    ['Service-Signature', 'nonsense'],
    ['x-hub-SIGNATURE-256', 'nonsense'],
    ['X-Seal', 'nonsense'],
    ['X-Other', 'nonsense'],
  ] as const;
  expect(observeSignatures(headers, BODY, SECRETS, 'x-seal')).toEqual(
    ['Service-Signature', 'x-hub-SIGNATURE-256', 'X-Seal'].map(header => ({ header, ...unreadable })),
  );
});

test.each([
  ['t alone', `t=${T}`],
  ['v1 alone', `v1=${signatureOf(T, BODY, 'new secret')}`],
  ['neither', 'a=1,b=2'],
])('A header with %s is not a signature', (_, value) => {
  expect(observed(['X-Anything', value])).toEqual([]);
});

test('Every secret that verifies is named by its position, an empty one never', () => {
  const header = signatureHeader(T, BODY, ['new secret', 'old secret', '']);
  expect(observed(['Signature', header])).toEqual([
    { header: 'Signature', ...seen, v1: 3, wellFormed: 3, slots: [0, 2] },
  ]);
});

test('Parts of a header are counted, not kept', () => {
  const value = `t=${T},v1=${'A'.repeat(64)},v1=${'a'.repeat(63)},v1=${'a'.repeat(64)},v0=x,kid=k,,junk,t=2`;
  const parts = { t: [T, '2'], v1: 3, wellFormed: 1, others: ['v0', 'kid'], slots: [] };
  expect(observed(['Signature', value])).toEqual([{ header: 'Signature', ...parts }]);
});

test('Lines of one header in any case are one header, with the name of the first', () => {
  const found = observed(['Signature', `t=${T}`], ['Other', 'x'], ['SIGNATURE', HEADER.split(',')[1] ?? '']);
  expect(found).toEqual([{ header: 'Signature', ...seen }]);
});

test('A near miss is named only if nothing verifies', () => {
  const upper = signatureOf(T, BODY, 'new secret').toUpperCase();
  const at = (value: string) => observed(['Signature', value])[0];
  expect(at(`t=${T},v1=${upper}`)).toMatchObject({ slots: [], nearMiss: 'uppercase-hex' });
  expect(at(`${HEADER},v1=${upper}`)).toEqual({ header: 'Signature', ...seen, v1: 2, wellFormed: 1 });
  expect(at(`t=${T},v1=${'0'.repeat(64)}`)).not.toHaveProperty('nearMiss');
});

test('Without t nothing verifies', () => {
  const digest = signatureOf('', BODY, 'new secret');
  expect(observed(['Signature', `v1=${digest}`])).toMatchObject([{ t: [], v1: 1, slots: [] }]);
});

test('The first of several t counts', () => {
  const [first] = observed(['Signature', `${HEADER},t=2`]);
  const [second] = observed(['Signature', `t=2,${HEADER}`]);
  expect([first?.slots, second?.slots]).toEqual([[2], []]);
});

test('Accepts any header', () => {
  const texts = fc.string({ unit: fc.nat(255).map(code => String.fromCharCode(code)) });
  fc.assert(
    fc.property(fc.array(fc.tuple(texts, texts)), texts, fc.uint8Array(), (headers, noise, bytes) => {
      const all = [...headers, ['Signature', `t=${noise},v1=${noise}`]] as const;
      expect(observeSignatures(all as never, Buffer.from(bytes), SECRETS, noise).length).toBeGreaterThan(0);
    }),
  );
});
