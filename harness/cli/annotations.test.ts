import { expect, test } from 'vitest';
import { RunIndex } from '../report/run-index.ts';
import { evidence, summary, summaryOf } from '../report/testing/fixture.ts';
import { watchedTerminal } from '../testing/watched-terminal.ts';
import { openTerminal } from './open-terminal.ts';
import { annotationsOf } from './verdict-text.ts';

test('Findings are annotations, breaches as errors, with their diff and the command that repeats them', () => {
  const [first, ...more] = annotationsOf(new RunIndex(evidence, summary));
  expect(first).toMatchObject({ level: 'error', title: 'event.completed-never-on-failure' });
  expect(first?.message).toMatch(/\n- expected: none\n\+ received: one\n.*\nreproduce: .* --only collection\/failure /);
  expect(more.map(({ level }) => level)).toEqual(['error', 'warning']);
});

test('GitHub gets ten of a level', () => {
  const [finding] = summary.findings;
  if (finding === undefined) throw new Error('the fixture has no finding');
  const many = Array.from({ length: 30 }, (_, nth) => ({ ...finding, requirement: `gap.${nth}` }));
  expect(annotationsOf(new RunIndex(evidence, summaryOf(evidence, many)))).toHaveLength(10);
});

test('Nothing in an annotation can forge another command', () => {
  const { host, written } = watchedTerminal(undefined);
  const message = 'a\n::error::forged\r\n##[add-mask]x\u001b]0;title\u0007%0A::set-output';
  openTerminal(host, []).annotate('out', { level: 'error', title: 'a:b,c\n::stop', message });
  const lines = written().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^::error title=a%3Ab%2Cc%0A[^:]*%3Astop::a%0A/);
  expect(lines[0]).not.toMatch(/##\[|\p{Cc}|%0A::error/u);
});
