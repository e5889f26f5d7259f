import { expect, test } from 'vitest';
import { judge } from '../judgement/checks/judge.ts';
import { aBusyRun } from '../testing/busy-run.ts';
import type { EventWritten, Write } from '../testing/evidence-options.ts';
import { learn } from './learn.ts';

const plain: Write = ({ id, type, order }) => ({ body: { id, type, data: { order_id: order } } });
const wrapped: Write = ({ id, type, order }) => ({ body: { event: type, event_id: id, payload: { order } } });
const numberOf = (text: string) => Number(text.replace(/\D/g, ''));
/** A service with two versions, by order. */
const twice: Write = event => (numberOf(event.order) % 2 === 1 ? wrapped : plain)(event);
/** A service of which one webhook in five is broken. */
const breaking =
  (sound: Write, broken: Write): Write =>
  (event: EventWritten) =>
    (numberOf(event.id) % 5 === 2 ? broken : sound)(event);

/** Webhooks of which some are broken, and those in no layout of their own. */
const BROKEN: readonly (readonly [says: string, broken: Write])[] = [
  ['lack the id', ({ type, order }) => ({ body: { type, created_at: 1, data: { order_id: order } } })],
  ['have null for the id', ({ type, order }) => ({ body: { id: null, type, data: { order_id: order } } })],
  ['have another envelope, without an id', ({ type, order }) => ({ body: { event: type, payload: { order } } })],
  [
    'have another envelope, with the id of each attempt',
    ({ id, type, order, attempt }) => ({ body: { event: type, delivery_id: `${id}-${attempt}`, payload: { order } } }),
  ],
  [
    'have another envelope, with a reference in place of an id',
    ({ id, type, order }) => ({ body: { event: type, reference: `ref_${id}`, payload: { order } } }),
  ],
  ['are an error', () => ({ body: { error: 'template', trace_id: 'x' } })],
];

test.each(BROKEN)('Webhooks that %s are not learned as a separate layout', (_, broken) => {
  const { evidence } = aBusyRun(breaking(plain, broken));
  for (const { layouts, eventId } of learn(evidence).interpretations)
    expect([layouts, eventId]).toEqual([undefined, '/id']);
});

test.each(BROKEN)('Webhooks that %s are breaches of a service with two layouts, too', (_, broken) => {
  const { evidence } = aBusyRun(breaking(twice, broken));
  const { interpretations } = learn(evidence);
  expect(interpretations[0].layouts).toHaveLength(1);
  const found = judge(evidence, interpretations).findings.map(({ requirement }) => requirement);
  expect(found).toContain('event.id');
});

test('Layouts that a dialect file gives are not learned', () => {
  const { evidence } = aBusyRun(twice);
  const layouts = [{ where: 'header:X-Version', eventId: 'header:X-Id' }];
  expect(learn(evidence, { layouts }).interpretations[0]?.layouts).toEqual([
    { where: 'header:x-version', eventId: 'header:x-id' },
  ]);
  expect(learn(evidence, { eventId: '/id' }).interpretations[0]?.layouts).toBeUndefined();
});
