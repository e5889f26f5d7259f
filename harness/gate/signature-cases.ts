import { readFileSync } from 'node:fs';
import type { SignatureCase } from './signature-case.ts';

/** The known answers, as they are committed. `make-signature-cases.ts` writes them. */
export function signatureCases(): readonly SignatureCase[] {
  return JSON.parse(readFileSync(new URL('./signature-cases.json', import.meta.url), 'utf8')) as SignatureCase[];
}
