import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { conclusionOf } from './testing/conclusions.ts';

const FILE = new URL('testing/conclusions.txt', import.meta.url);

/** Each run of the file: its title and orders, an empty line, and what the model concludes, indented. */
const runs = readFileSync(FILE, 'utf8')
  .split(/\n\n(?=\S)/)
  .map(run => run.split('\n').filter(line => line !== '' && !line.startsWith(' ')));

test('The model concludes of each run what testing/conclusions.txt says', async () => {
  const written = runs.map(lines => [...lines, '', ...conclusionOf(lines).map(line => `    ${line}`)].join('\n'));
  await expect(`${written.join('\n\n')}\n`).toMatchFileSnapshot(FILE.pathname);
});
