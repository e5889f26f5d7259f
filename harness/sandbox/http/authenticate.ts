import { createHash, timingSafeEqual } from 'node:crypto';
import type { Service } from '../service.ts';
import { ApiError } from './api-error.ts';
import type { Call } from './call.ts';

/** Checks the `X-API-Key` of a call (Authentication). @throws ApiError `unauthorized` */
export function authenticate({ apiKey, faults }: Service, call: Call): void {
  const key = call.headers['x-api-key'];
  const isRight = typeof key === 'string' && timingSafeEqual(sha256(key), sha256(apiKey));
  if (faults.apply('keyAccepted', isRight, { ...call, apiKey })) return;
  const message = key === undefined ? 'The X-API-Key header is missing.' : 'The API key is not accepted.';
  throw new ApiError('unauthorized', message);
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
