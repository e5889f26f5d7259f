/**
 * Verifies a {@link Job} (argument: its file) in a separate process, because the native core always prints to standard
 * output.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Verifier } from '@pact-foundation/pact';
import { messageOf } from '../../base/errors.ts';
import type { Job } from './verify-ready.ts';

const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Job;

const verifier = new Verifier({
  providerBaseUrl: job.providerBaseUrl,
  pactUrls: [job.pact],
  logLevel: 'error',
  stateHandlers: mapped(job.states, values => async () => ({ ...values })),
  messageProviders: mapped(job.webhooks, ({ headers, body }) => async () => ({
    __pactMessageMetadata: { ...headers },
    message: Buffer.from(body, 'base64'),
  })),
});
// A failed verification throws an error whose message is the result.
writeFileSync(job.answer, await verifier.verifyProvider().catch(messageOf));

function mapped<T, U>(table: { readonly [name: string]: T }, to: (value: T) => U): { [name: string]: U } {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, to(value)]));
}
