import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { View } from '../../evidence/view.ts';
import { runOf } from '../../order/testing/conclusions.ts';
import { type Breach, type Check, isBreach, isPass } from './check.ts';
import { CHECKS } from './index.ts';
import { order } from './order.ts';

const FILE = new URL('testing/findings.txt', import.meta.url);

/** Each part of the file: `##` and the names of checks; or the title and orders of a run, and what the checks find. */
const parts = readFileSync(FILE, 'utf8')
  .split(/\n\n(?=\S)/)
  .map(part => part.split('\n').filter(line => line !== '' && !line.startsWith(' ')));

/** What a check finds, one thing a line, and how often a requirement passes. For `order`, judge.test.ts counts that. */
function* findingsOf(check: Check, view: View): Generator<string> {
  const judgements = [...check.judge(view)];
  for (const breach of judgements.filter(isBreach)) yield* inWords(breach);
  const unjudged = judgements.flatMap(one => ('hidden' in one ? [one] : []));
  const reasons = Map.groupBy(unjudged, ({ by, evidence }) => `by ${by.join(', ')} at ${evidence.join(', ')}`);
  for (const [reason, own] of reasons)
    yield `hidden ${reason}: ${own.map(({ requirement }) => requirement).join(', ')}`;
  const passes = Map.groupBy(check === order ? [] : judgements.filter(isPass), ({ requirement }) => requirement);
  if (passes.size > 0) yield `passes ${[...passes].map(([id, own]) => `${id} ${own.length}`).join(', ')}`;
}

function* inWords({ requirement, also = [], severity = 'breach', cause, ...rest }: Breach): Generator<string> {
  yield `${severity} of ${[requirement, ...also].join(', ')}: ${cause}`;
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined) yield `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  }
}

test('The checks find in each run what testing/findings.txt says', async () => {
  let checks: readonly Check[] = [];
  const written = parts.map(lines => {
    const [, names] = /^## (.*)$/.exec(lines[0] ?? '') ?? [];
    if (names !== undefined) {
      checks = CHECKS.filter(({ id }) => names.split(', ').includes(id));
      return lines[0];
    }
    const found = checks.flatMap(check => [...findingsOf(check, runOf(lines))]);
    return [...lines, '', ...found.map(line => `    ${line}`)].join('\n');
  });
  await expect(`${written.join('\n\n')}\n`).toMatchFileSnapshot(FILE.pathname);
});
