import { readFileSync } from 'node:fs';
import { HarnessError, messageOf } from '../../base/errors.ts';
import { isObject, type JsonObject } from '../../base/json.ts';

/** A pact as it stands in a file, and the name that findings call it by. */
export interface PactFile {
  readonly name: string;
  readonly pact: JsonObject;
}

/**
 * Reads a pact, of any version of the Pact specification.
 *
 * @param file a path, as it was given
 * @throws HarnessError `pact-unreadable` (usage) where there is no such file, or it is not a pact
 */
export function readPact(file: string): PactFile {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw unreadable(file, messageOf(cause), cause);
  }
  if (!isObject(value)) throw unreadable(file, 'JSON that is not an object');
  const { interactions, messages } = value;
  if (!Array.isArray(interactions) && !Array.isArray(messages)) throw unreadable(file, 'no interactions in it');
  return { name: file, pact: value };
}

/** The error for a file that is not a pact. */
export function unreadable(file: string, received: string, cause?: unknown): HarnessError {
  return new HarnessError('pact-unreadable', 'usage', `${file} cannot be read as a pact`, {
    received,
    expected: 'the JSON that a Pact library writes, with interactions in it',
    next: 'give the file itself, as it stands in the folder that the SDK’s tests write their pacts to',
    ...(cause !== undefined && { cause }),
  });
}
