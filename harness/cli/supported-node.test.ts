import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownFile } from '../base/own-files.ts';
import { ENGINES, unsupportedNode } from './supported-node.ts';

test.each(['22.18.0', '22.99.1', '24.11.0', '26.0.0', '27.1.0'])('Node %s runs the harness', version => {
  expect(unsupportedNode(version)).toBeUndefined();
});

test.each(['18.20.0', '20.19.2', '22.17.9', '23.11.0', '24.10.0', '25.2.0'])('Node %s is refused', version => {
  expect(unsupportedNode(version)).toBe(
    `onramp-harness needs Node ^22.18 || ^24.11 || >=26; this is Node ${version}. ` +
      'This works: npx -p node@24 -p onramp-harness onramp-harness …',
  );
});

test('The range in package.json is the supported range of Node', () => {
  expect(JSON.parse(readFileSync(ownFile('package.json'), 'utf8')).engines.node).toBe(ENGINES);
});
