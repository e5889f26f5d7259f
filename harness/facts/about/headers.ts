import { header } from '../../base/json.ts';
import { answersOfService } from '../../evidence/answered.ts';
import type { Headers } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import type { Sample } from '../sample.ts';
import { seenIn } from './answers.ts';

/** Headers of the connection and of framing, and headers that another gap or requirement covers. */
const OTHERS = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'date',
  'host',
  'request-id',
  'accept-encoding',
]);

interface ObservedHeaders {
  readonly headers: Headers;
  readonly at: number;
  readonly id: string;
}

/** Undocumented headers of answers (Endpoints) and of deliveries (Events), and the form of deliveries. */
export function* aboutHeaders(view: View): Generator<Sample> {
  const { signatureHeaders } = view.interpretation;
  yield* each(
    'response.headers',
    answersOfService(view).map(exchange => ({ headers: exchange.response.headers, ...seenIn(exchange) })),
    OTHERS,
  );
  yield* each('webhook.headers', view.deliveries, new Set([...OTHERS, 'content-type', ...signatureHeaders]));
  for (const { at, id, method, headers } of view.deliveries) {
    yield { gap: 'webhook.form', condition: 'the method', at, id, value: method };
    const mediaType = header(headers, 'content-type') ?? 'none';
    yield { gap: 'webhook.form', condition: 'the media type', at, id, value: mediaType };
  }
}

function* each(gap: string, messages: readonly ObservedHeaders[], without: ReadonlySet<string>): Generator<Sample> {
  const all = messages.map(({ headers, at, id }) => ({
    own: new Map(headers.map(([name, value]) => [name.toLowerCase(), value])),
    at,
    id,
  }));
  const names = [...new Set(all.flatMap(({ own }) => [...own.keys()]))].filter(name => !without.has(name)).sort();
  if (names.length === 0) for (const { at, id } of all) yield { gap, at, id, value: 'none' };
  for (const name of names) {
    const values = new Set(all.flatMap(({ own }) => own.get(name) ?? []));
    for (const { own, at, id } of all) {
      const value = own.get(name);
      yield { gap, condition: name, at, id, ...(value !== undefined && { value: inWords(name, value, values) }) };
    }
  }
}

/** Headers whose value depends on the service, not on the message or the time. */
const CHOSEN = /^(content-type|user-agent|server|accept|cache-control|vary|via|allow|x-powered-by)$/;
/** The most values of one header that are listed. */
const FEW = 4;

function inWords(name: string, value: string, values: ReadonlySet<string>): string {
  if (CHOSEN.test(name) && values.size <= FEW) return value;
  if (/^\d+$/.test(value)) return 'a number';
  if (values.size > 1 || /\d{5}|[0-9a-f]{8}-|[0-9a-f]{16}/i.test(value)) return 'a varying value';
  return value;
}
