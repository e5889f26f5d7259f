import { expect, test } from 'vitest';
import { staleFiles } from './generate.ts';

test('the generated files are up to date', async () => {
  expect(await staleFiles(), 'run `npm run generate`').toEqual([]);
});
