import { expect, test } from 'vitest';
import { printMarkdown } from '../print-markdown.ts';
import { RunIndex } from '../run-index.ts';
import { evidence, summary } from '../testing/fixture.ts';
import { coverageSection } from './coverage.ts';

test('The coverage tells whether an answer was seen, never seen, or is not documented', () => {
  const [call] = evidence.exchanges.filter(({ response }) => response !== undefined);
  const { response, ...rest } = call ?? expect.unreachable();
  const answered = (operation: string, status: number) => ({
    ...{ ...rest, operation },
    ...(response && { response: { ...response, status } }),
  });
  const exchanges = [
    ...[answered('simulateCollectionOrder', 202), answered('resolveBankAccount', 418)],
    ...[answered('resolveBankAccount', 200), answered('resolveBankAccount', 200)],
  ];
  const section = coverageSection(new RunIndex({ ...evidence, exchanges }, summary));
  const [, table] = printMarkdown(section?.blocks ?? []);
  expect(table?.split('\n').slice(0, 5)).toEqual([
    '| Operation | 200 | 202 | 400 | 401 | 418 | 500 |',
    expect.stringMatching(/^\|/),
    '| `resolveBankAccount` | 2 |  | ○ | ○ | ! 1 | ○ |',
    '| `getOnrampOrder` | ○ |  |  |  |  |  |',
    '| `simulateCollectionOrder` |  | 1 |  |  |  |  |',
  ]);
});
