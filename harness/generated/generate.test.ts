import { expect, test } from 'vitest';
import { staleFiles } from './generate.ts';

test('what is generated is what openapi/ says now', async () => {
  expect(await staleFiles(), 'run `npm run generate`').toEqual([]);
});
