import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownFile } from '../base/own-files.ts';
import { requirements } from './requirements.ts';
import { whereStated } from './service.ts';

test('Every requirement is named by the line of the contract that is said to state it', () => {
  const lines = readFileSync(ownFile('openapi/service.yaml'), 'utf8').split('\n');
  for (const id of requirements().keys()) expect(lines[(whereStated().get(id) ?? 0) - 1], id).toContain(id);
});
