import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { View } from '../../evidence/view.ts';
import { runOf } from '../../order/testing/conclusions.ts';
import { type Breach, type Check, isBreach, isPass } from './check.ts';
import { CHECKS } from './index.ts';
import { order } from './order.ts';

const FOLDER = new URL('testing/findings/', import.meta.url);

/** More passes of one requirement are counted, not listed. */
const MOST_LISTED = 4;

/** What a check finds, one thing a line, and what passes. For `order`, judge.test.ts counts that. */
function* findingsOf(check: Check, view: View): Generator<string> {
  const judgements = [...check.judge(view)];
  for (const breach of judgements.filter(isBreach)) yield* inWords(breach);
  const unjudged = judgements.flatMap(one => ('hidden' in one ? [one] : []));
  const reasons = Map.groupBy(unjudged, ({ by, evidence }) => `by ${by.join(', ')} at ${evidence.join(', ')}`);
  for (const [reason, own] of reasons)
    yield `hidden ${reason}: ${own.map(({ requirement }) => requirement).join(', ')}`;
  const passes = Map.groupBy(check === order ? [] : judgements.filter(isPass), ({ requirement }) => requirement);
  const shown = [...passes].map(([id, own]) =>
    [id, ...(own.length > MOST_LISTED ? [own.length] : own.map(({ evidence }) => evidence))].join(' '),
  );
  if (shown.length > 0) yield `passes ${shown.join(', ')}`;
}

function* inWords({ requirement, also = [], severity = 'breach', cause, ...rest }: Breach): Generator<string> {
  yield `${severity} of ${[requirement, ...also].join(', ')}: ${cause}`;
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined) yield `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  }
}

// A file begins with `##` and the names of checks. Each other part is a run: title, lines, and what is found.
test.each(readdirSync(FOLDER))('The checks find in each run what testing/findings/%s says', async name => {
  const file = new URL(name, FOLDER);
  const [heading = '', ...runs] = readFileSync(file, 'utf8').split(/\n\n(?=\S)/);
  const checks = CHECKS.filter(({ id }) => heading.slice(3).split(', ').includes(id));
  const written = runs.map(run => {
    const lines = run.split('\n').filter(line => line !== '' && !line.startsWith(' '));
    const found = checks.flatMap(check => [...findingsOf(check, runOf(lines))]);
    return [lines.join('\n'), found.map(line => `    ${line}`).join('\n') || '    nothing'].join('\n\n');
  });
  await expect(`${[heading, ...written].join('\n\n')}\n`).toMatchFileSnapshot(file.pathname);
});
