import { expect, test } from 'vitest';
import type { Lifecycle } from '../../facts/lifecycle/lifecycle.ts';
import { HOSTILE } from '../testing/hostile.ts';
import { drawLifecycle, lifecycleAsSvg } from './draw-lifecycle.ts';
import { lifecycleAsMermaid } from './mermaid.ts';

const move = { answer: 'accepted', count: 1, evidence: ['x1'] } as const;

const LIFECYCLE: Lifecycle = {
  states: ['new order', 'seen', 'failed'],
  transitions: [
    { from: 'new order', event: 'deposit_detected', to: 'seen', ...move, webhooks: ['deposit.detected'] },
    { from: 'new order', event: 'disburse', to: 'new order', ...move, answer: 409, webhooks: [] },
    { from: 'seen', event: 'expire', to: 'failed', ...move, webhooks: ['order.expired', 'order.failed'] },
    { from: 'seen', event: 'fail', to: 'failed', ...move, webhooks: ['order.failed'] },
    { from: 'failed', event: 'deposit_detected', to: 'seen', ...move, webhooks: [] },
  ],
  unexplored: [],
};

/** What an element of a drawing says. */
const texts = (svg: string, look: string) =>
  [...svg.matchAll(new RegExp(`<text class="${look}"[^>]*>([^<]*)`, 'g'))].map(([, text]) => text);

test('A drawing has a box for each state, and an arrow for each pair of states, with what its events do', () => {
  const svg = String(drawLifecycle(LIFECYCLE));
  expect(texts(svg, 'name')).toEqual(['new order', 'seen', 'failed']);
  expect(texts(svg, 'note')).toEqual(['1 event without effect']);
  expect(svg.match(/<path class="line"/g)).toHaveLength(3);
  expect(texts(svg, 'event')).toEqual(['deposit_detected', 'deposit_detected', 'expire', 'fail']);
  expect(texts(svg, 'output')).toEqual([
    ...['accepted, deposit.detected', 'from failed', 'accepted, no webhook'],
    ...['accepted, order.expired + order.failed', 'accepted, order.failed'],
  ]);
});

test('A drawing breaks long words at spaces and cuts what fits into no two lines; the title says all of it', () => {
  const event = `deposit_detected received_amount ${'9'.repeat(50)}`;
  const state = `${'A long name '.repeat(3)}(after fail, ${'deposit_detected, '.repeat(4)}expire)`;
  const transitions = [{ from: 'new order', event, to: state, ...move, webhooks: ['x'.repeat(100)] }];
  const svg = String(drawLifecycle({ states: ['new order', state], transitions, unexplored: [] }));
  expect(texts(svg, 'event')).toEqual(['deposit_detected received_amount', `${'9'.repeat(39)}…`]);
  expect(texts(svg, 'output')).toEqual(['accepted,', `${'x'.repeat(39)}…`]);
  expect(texts(svg, 'name')).toEqual(['new order', 'A long name A long na…']);
  expect(texts(svg, 'note')).toEqual(['after fail,', 'deposit_detected, deposit_…']);
  for (const full of [event, `accepted, ${'x'.repeat(100)}`, state]) expect(svg).toContain(`<title>${full}</title>`);
});

test('A file of its own has the same drawing, and the tones of the page', () => {
  const file = lifecycleAsSvg(LIFECYCLE);
  expect(file).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*>\n<style>:root \{/);
  expect(file).toContain('prefers-color-scheme: dark');
  for (const look of ['name', 'note', 'event', 'output'])
    expect(texts(file, look)).toEqual(texts(String(drawLifecycle(LIFECYCLE)), look));
});

test('A Mermaid diagram has the same states and transitions', () => {
  expect(lifecycleAsMermaid(LIFECYCLE).split('\n').slice(2)).toEqual([
    '  state "new order" as s0',
    '  state "seen" as s1',
    '  state "failed" as s2',
    '  [*] --> s0',
    '  s0 --> s1 : deposit_detected / accepted, deposit.detected',
    '  s1 --> s2 : expire / accepted, order.expired + order.failed',
    '  s1 --> s2 : fail / accepted, order.failed',
    '  s2 --> s1 : deposit_detected / accepted, no webhook',
  ]);
});

test('What the service sends is text in both', () => {
  const hostile: Lifecycle = {
    states: ['new order', HOSTILE],
    transitions: [{ from: 'new order', event: 'fail', to: HOSTILE, ...move, webhooks: [HOSTILE, 'a"\n[*] --> s9'] }],
    unexplored: [],
  };
  const svg = String(drawLifecycle(hostile));
  expect(svg).not.toMatch(/<(?!\/?(div|svg|g|path|circle|text|title|rect)\b)/);
  expect(svg).not.toMatch(/\son\w+=['\x22]/);
  const diagram = lifecycleAsMermaid(hostile);
  expect(diagram.split('\n')).toHaveLength(6);
  const [, , , name = '', , arrow = ''] = diagram.split('\n');
  expect(name).toMatch(/^ {2}state "[\w .,+/()#;-]*" as s1$/);
  expect(arrow).toMatch(/^ {2}s0 --> s1 : [\w .,+/()#;-]*$/);
});
