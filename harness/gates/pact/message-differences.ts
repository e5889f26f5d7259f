import { isObject, type JsonObject } from '../../base/json.ts';
import { object } from '../../contract/source.ts';
import type { Difference } from './difference-of.ts';

const SIGNATURE = /(^|,)\s*t=[^,]+.*,\s*v1=|(^|,)\s*v1=[^,]+.*,\s*t=/;

/**
 * Where a message differs from what the specification says of a webhook (Events): a JSON object, with a signature
 * header of `t` and `v1`. The header's name and the fields of the payload are not specified, so none is looked for.
 */
export function* messageDifferences(message: JsonObject): Generator<Difference> {
  const description = String(message.description ?? '');
  const metadata = object(message.metadata ?? message.metaData);
  const contents = contentOf(message.contents);
  if (!isObject(contents)) {
    yield {
      requirement: 'event.id',
      severity: 'breach',
      message: `the contents of "${description}" are not a JSON object, so they cannot hold an event id`,
      expected: 'a JSON object',
      received: contents === undefined ? 'nothing' : typeof contents,
    };
  }
  if (Object.values(metadata).some(value => typeof value === 'string' && SIGNATURE.test(value))) return;
  yield {
    requirement: 'signature.header',
    severity: 'advice',
    message: `the metadata of "${description}" names no signature header`,
    expected: 'a header with t and v1, as every delivery carries',
    received: Object.keys(metadata).join(', ') || 'nothing',
    likely: 'the SDK verifies signatures elsewhere, and its pact does not say so',
  };
}

/** A body: version 4 of the Pact specification wraps it with its media type. */
export function contentOf(body: unknown): unknown {
  return isObject(body) && 'content' in body ? body.content : body;
}
