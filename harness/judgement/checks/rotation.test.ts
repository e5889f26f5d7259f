import { expect, test } from 'vitest';
import { aRun, aSoundRun, signed } from '../../testing/evidence.ts';
import { hiddenIn, outcome } from '../../testing/outcome.ts';
import { hidden } from './check.ts';
import { rotation } from './rotation.ts';
import { signature } from './signature.ts';

const EMBEDDED = { target: { kind: 'embedded', url: 'http://127.0.0.1:1' }, settings: { secrets: 2 } } as const;

function withSlots(...slots: readonly (readonly number[])[]) {
  const run = aRun(undefined, EMBEDDED);
  run.journey().deliver('a', { signatures: slots.map(own => signed(run.now, { slots: own })) });
  return run;
}

test('rotation passes a delivery that verifies under each secret, in one header or several', () => {
  expect(outcome(rotation, withSlots([0, 1]))).toEqual({ breaches: [], passes: { 'signature.rotation': ['d1'] } });
  expect(outcome(rotation, withSlots([1], [0]))).toEqual({ breaches: [], passes: { 'signature.rotation': ['d1'] } });
});

test.each([0, 1])('rotation finds a delivery that verifies only under secret %i', slot => {
  expect(outcome(rotation, withSlots([slot]))).toMatchObject({
    breaches: [
      {
        requirement: 'signature.rotation',
        cause: 'one secret',
        message: 'a delivery is not signed with every secret during key rotation',
        expected: 'one v1 for each of 2 secrets',
        received: 'a v1 for 1 of them',
        likely: 'the service signs with one secret only, the old or the new one',
        evidence: ['d1'],
      },
    ],
    passes: {},
  });
  expect(outcome(rotation, withSlots([slot, slot])).breaches).toHaveLength(1);
});

test('rotation leaves a delivery that verifies under no secret to the signature check', () => {
  expect(outcome(rotation, withSlots([]))).toEqual({ breaches: [], passes: {} });
  expect(hiddenIn(rotation, withSlots([]))).toEqual([hidden('signature.rotation', signature.requirements, 'd1')]);
});

test('rotation judges no target with one secret, and passes a remote one if every secret verifies', () => {
  expect(outcome(rotation, aSoundRun(undefined, { ...EMBEDDED, settings: { secrets: 1 } })).passes).toEqual({});
  const run = aRun(undefined, { settings: { secrets: 2 } });
  for (const slots of [[0, 1], [1], []]) run.journey().deliver('a', { signatures: [signed(run.now, { slots })] });
  expect(outcome(rotation, run)).toEqual({ breaches: [], passes: { 'signature.rotation': ['d1'] } });
  expect(hiddenIn(rotation, run)).toEqual([]);
});
