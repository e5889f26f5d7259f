import type { Exchange } from './evidence.ts';
import { isObject, type Json, jsonOf } from './json.ts';

/** The event that a simulate call asks for (4.3), of any type; undefined where its body holds none. */
export function askedEvent({ request }: Pick<Exchange, 'request'>): Json | undefined {
  const body = request.body && jsonOf(request.body)?.value;
  return isObject(body) ? body.event : undefined;
}
