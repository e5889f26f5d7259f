import { isObject, type JsonObject } from '../core/json.ts';
import type { Difference } from './difference-of.ts';

/** A message of a pact that describes a webhook. */
export interface PactMessage {
  readonly description: string;
  readonly contents: unknown;
  readonly metadata: JsonObject;
}

const SIGNATURE = /(^|,)\s*t=[^,]+.*,\s*v1=|(^|,)\s*v1=[^,]+.*,\s*t=/;

/**
 * Where a message differs from what the specification says of a webhook (Events): a JSON object, with a signature
 * header of `t` and `v1`. The header's name and the fields of the payload are not specified, so none is looked for.
 */
export function messageDifferences({ description, contents, metadata }: PactMessage): readonly Difference[] {
  const all: Difference[] = [];
  if (!isObject(contents)) {
    all.push({
      requirement: 'event.id',
      severity: 'breach',
      message: `the contents of "${description}" are not a JSON object, so they cannot hold an event id`,
      expected: 'a JSON object',
      received: contents === undefined ? 'nothing' : typeof contents,
    });
  }
  const signed = Object.values(metadata).some(value => typeof value === 'string' && SIGNATURE.test(value));
  if (!signed) {
    all.push({
      requirement: 'signature.header',
      severity: 'advice',
      message: `the metadata of "${description}" names no signature header`,
      expected: 'a header with t and v1, as every delivery carries',
      received: Object.keys(metadata).join(', ') || 'nothing',
      likely: 'the SDK verifies signatures elsewhere, and its pact does not say so',
    });
  }
  return all;
}
