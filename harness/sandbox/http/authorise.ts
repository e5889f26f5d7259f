import { createHash, timingSafeEqual } from 'node:crypto';
import type { Service } from '../service.ts';
import type { Call } from './call.ts';
import { Refusal } from './refusal.ts';

/** Lets a call through whose `X-API-Key` is the accepted one (Authentication). @throws Refusal `unauthorized` */
export function authorise(service: Service, call: Call): void {
  const given = call.headers['x-api-key'];
  const right = typeof given === 'string' && isSame(given, service.apiKey);
  if (service.faults.apply('authorised', right, { ...call, apiKey: service.apiKey })) return;
  throw new Refusal(
    'unauthorized',
    given === undefined ? 'The X-API-Key header is missing.' : 'The API key is not accepted.',
  );
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [left, right].map(text => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
