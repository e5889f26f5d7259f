import { expect, test } from 'vitest';
import { aSoundRun } from '../../testing/evidence.ts';
import { changesBetween } from './change.ts';

const { evidence } = aSoundRun();
const [first, ...others] = evidence.deliveries;
const delivery = first ?? expect.unreachable();

test('changesBetween names what was removed and what was added', () => {
  expect(changesBetween(evidence, evidence)).toEqual([]);
  expect(changesBetween(evidence, { ...evidence, deliveries: others })).toEqual([
    { id: delivery.id, kind: 'removed', differences: [] },
  ]);
  expect(changesBetween({ ...evidence, deliveries: others }, evidence)).toMatchObject([{ kind: 'added' }]);
});

test('changesBetween names where a message was changed, even within its body', () => {
  const text = delivery.body.text?.replace(/"type": ?"[^"]*"/, '"type":"other"') ?? expect.unreachable();
  const changed = { ...delivery, path: '/elsewhere', body: { ...delivery.body, text } };
  const [change, ...more] = changesBetween(evidence, { ...evidence, deliveries: [changed, ...others] });
  expect(more).toEqual([]);
  expect(change).toMatchObject({ id: delivery.id, kind: 'changed' });
  expect(change?.differences.map(({ at, received }) => [at, received])).toEqual([
    ['/path', '"/elsewhere"'],
    ['/body/type', '"other"'],
  ]);
});
