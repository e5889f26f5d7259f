import { expect, test } from 'vitest';
import type { Lifecycle } from '../facts/lifecycle/lifecycle.ts';
import { drawLifecycle, lifecycleAsSvg } from './lifecycle.ts';
import { HOSTILE } from './testing/fixture.ts';

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

/** The texts of a drawing with this look. */
const texts = (svg: string, look: string) =>
  [...svg.matchAll(new RegExp(`<text class="${look}"[^>]*>([^<]*)`, 'g'))].map(([, text]) => text);

test('A lifecycle drawing has a box for each state, with the events that lead there and their outcomes', () => {
  const svg = String(drawLifecycle(LIFECYCLE));
  expect(texts(svg, 'name')).toEqual(['new order', 'seen', 'failed']);
  expect(texts(svg, 'note')).toEqual(['1 event without effect']);
  expect(svg.match(/<path class="line"/g)).toHaveLength(2);
  expect(texts(svg, 'event')).toEqual([
    'deposit_detected → accepted, deposit.detected',
    'deposit_detected → accepted, no webhook, from failed',
    'expire → accepted, order.expired + order.failed',
    'fail → accepted, order.failed',
  ]);
});

test('A lifecycle drawing wraps long text onto two lines and cuts the rest; the title has the full text', () => {
  const event = `deposit_detected received_amount ${'9'.repeat(50)}`;
  const state = `${'A long name '.repeat(9)}(after fail, ${'deposit_detected, '.repeat(4)}expire)`;
  const transitions = [{ from: 'new order', event, to: state, ...move, webhooks: ['x'.repeat(100)] }];
  const svg = String(drawLifecycle({ states: ['new order', state], transitions, unexplored: [] }));
  for (const text of [...texts(svg, 'event'), ...texts(svg, 'name')]) expect(text?.length).toBeLessThanOrEqual(77);
  expect(texts(svg, 'event')).toEqual([
    'deposit_detected received_amount',
    expect.stringMatching(/^9{50} → accepted, x+…$/),
  ]);
  expect(texts(svg, 'name').slice(1)).toEqual([state.slice(0, 73), expect.stringMatching(/^long name .*…$/)]);
  for (const full of [`${event} → accepted, ${'x'.repeat(100)}`, state])
    expect(svg).toContain(`<title>${full}</title>`);
});

test('A lifecycle drawing does not cut off the last of many states in a row', () => {
  const states = Array.from({ length: 9 }, (_, nth) => `state ${nth}`);
  const transitions = states
    .slice(1)
    .map((to, nth) => ({ from: `state ${nth}`, event: 'fail', to, ...move, webhooks: [] }));
  const svg = String(drawLifecycle({ states, transitions, unexplored: [] }));
  const [width = 0] = [...(/viewBox="0 0 (\d+)/.exec(svg)?.slice(1) ?? [])].map(Number);
  const ends = [...svg.matchAll(/<rect class="state" x="(\d+)" y="\d+" width="(\d+)"/g)].map(
    ([, x, wide]) => Number(x) + Number(wide),
  );
  expect(ends).toHaveLength(9);
  expect(Math.max(...ends)).toBeLessThan(width);
});

test('The SVG file of a lifecycle has the drawing and the colours of the page', () => {
  const file = lifecycleAsSvg(LIFECYCLE);
  expect(file).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*>\n<style>:root \{/);
  expect(file).toContain('prefers-color-scheme: dark');
  for (const look of ['name', 'note', 'event'])
    expect(texts(file, look)).toEqual(texts(String(drawLifecycle(LIFECYCLE)), look));
});

test('Text from the service is escaped in a lifecycle drawing', () => {
  const hostile: Lifecycle = {
    states: ['new order', HOSTILE],
    transitions: [{ from: 'new order', event: 'fail', to: HOSTILE, ...move, webhooks: [HOSTILE, 'a"\n[*] --> s9'] }],
    unexplored: [],
  };
  const svg = String(drawLifecycle(hostile));
  expect(svg).not.toMatch(/<(?!\/?(div|svg|g|path|circle|rect|text|title)\b)/);
  expect(svg).not.toMatch(/\son\w+=['\x22]/);
});
