import { answersOfService } from '../../core/answered.ts';
import type { Headers } from '../../core/evidence.ts';
import type { View } from '../../core/view.ts';
import type { Sample } from '../sample.ts';

/** Headers of the connection, of the message's frame, and those that have a gap or a requirement of their own. */
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

/** One message's headers, with where and when it was seen. */
interface HeadersSeen {
  readonly headers: Headers;
  readonly at: number;
  readonly id: string;
}

/** Headers beside the documented ones: of answers (Endpoints) and of deliveries (Events). */
export function* aboutHeaders(view: View): Generator<Sample> {
  const { signatureHeaders } = view.interpretation;
  yield* each(
    'response.headers',
    answersOfService(view).map(({ response, sentAt, id }) => ({ headers: response.headers, at: sentAt, id })),
    OTHERS,
  );
  yield* each('webhook.headers', view.deliveries, new Set([...OTHERS, ...signatureHeaders]));
}

function* each(gap: string, messages: readonly HeadersSeen[], without: ReadonlySet<string>): Generator<Sample> {
  const all = messages.map(({ headers, at, id }) => ({
    own: new Map(headers.map(([name, value]) => [name.toLowerCase(), value])),
    at,
    id,
  }));
  const names = [...new Set(all.flatMap(({ own }) => [...own.keys()]))].filter(name => !without.has(name)).sort();
  for (const name of names) {
    const values = new Set(all.flatMap(({ own }) => own.get(name) ?? []));
    for (const { own, at, id } of all) {
      const value = own.get(name);
      yield { gap, condition: name, at, id, ...(value !== undefined && { value: inWords(name, value, values) }) };
    }
  }
}

/** What is chosen by the service's makers, rather than by the message or the moment. */
const CHOSEN = /^(content-type|user-agent|server|accept|cache-control|vary|via|allow|x-powered-by)$/;
/** Several values of one header, of which each stands for something. */
const FEW = 4;

function inWords(name: string, value: string, values: ReadonlySet<string>): string {
  if (CHOSEN.test(name) && values.size <= FEW) return value;
  if (/^\d+$/.test(value)) return 'a number';
  if (values.size > 1 || /\d{5}|[0-9a-f]{8}-|[0-9a-f]{16}/i.test(value)) return 'a value that differs';
  return value;
}
