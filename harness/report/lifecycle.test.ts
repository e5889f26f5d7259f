import { expect, test } from 'vitest';
import type { Lifecycle } from '../facts/lifecycle/lifecycle.ts';
import { lifecycleFold } from './lifecycle.ts';
import { printMarkdown } from './print-markdown.ts';

const move = { answer: 'accepted', count: 1, evidence: ['x1'] } as const;

const LIFECYCLE: Lifecycle = {
  states: ['new order', 'seen', 'over'],
  transitions: [
    { from: 'new order', event: 'deposit_detected', to: 'seen', ...move, webhooks: ['deposit.detected'] },
    { from: 'new order', event: 'disburse', to: 'new order', ...move, answer: 409, webhooks: [] },
    { from: 'seen', event: 'expire', to: 'over', ...move, webhooks: ['order.expired', 'order.failed'] },
  ],
  unexplored: [{ from: 'seen', event: 'fail' }],
};

test('A lifecycle is a drawing and a table of the events that change the state, with their outcomes', () => {
  const [, words, drawing = '', table = ''] = printMarkdown([lifecycleFold(LIFECYCLE)]);
  expect(words).toContain('Not tried: fail in seen.');
  expect(drawing.split('\n  ')).toEqual([
    '```mermaid\nstateDiagram-v2',
    ...['s0 : new order', 's1 : seen', 's2 : over'],
    ...['s0 --> s1 : deposit_detected', 's1 --> s2 : expire\n```'],
  ]);
  expect(table.split('\n').slice(2)).toEqual([
    '| new order | `deposit_detected` | accepted, deposit.detected | seen |',
    '| seen | `expire` | accepted, order.expired + order.failed | over |',
  ]);
});
