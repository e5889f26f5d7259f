import type { Headers } from '../evidence/evidence.ts';

/** Every line of a header, regardless of the case of its name, as the signature verifier takes them. */
export function headerLines(headers: Headers, name: string): readonly string[] {
  return headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
}
