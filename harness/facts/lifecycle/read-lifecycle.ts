import { HarnessError } from '../../base/errors.ts';
import { parseJson } from '../../base/parse-json.ts';
import { Lifecycle as validate } from '../../contract/generated/file-validators.js';
import type { Lifecycle } from './lifecycle.ts';

/**
 * Reads a lifecycle as `lifecycle.schema.json` describes it.
 * @param name of the file, for errors
 * @throws HarnessError `lifecycle-invalid` (usage)
 */
export function parseLifecycle(text: string, name: string): Lifecycle {
  return parseJson(
    text,
    validate,
    problem =>
      new HarnessError('lifecycle-invalid', 'usage', `${name}: ${problem}`, {
        expected: 'what harness/contract/generated/lifecycle.schema.json describes',
        next: 'name a run folder, or remove the file',
      }),
  );
}
