import { expect, test } from 'vitest';
import { aSoundRun } from '../../testing/evidence.ts';
import { changesBetween } from './change.ts';

const { evidence } = aSoundRun();
const [first, ...others] = evidence.deliveries;
const delivery = first ?? expect.unreachable();

test('Says what was removed and what was added', () => {
  expect(changesBetween(evidence, evidence)).toEqual([]);
  expect(changesBetween(evidence, { ...evidence, deliveries: others })).toEqual([
    { id: delivery.id, kind: 'removed', differences: [] },
  ]);
  expect(changesBetween({ ...evidence, deliveries: others }, evidence)).toMatchObject([{ kind: 'added' }]);
});

test('Says where a message was changed, within its body too', () => {
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
