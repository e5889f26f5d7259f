/**
 * Verifies a {@link Job} (argument: its file) in a separate process, because the native core always prints to standard
 * output.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Verifier } from '@pact-foundation/pact';
import { messageOf } from '../../base/errors.ts';
import { stateKey } from './states.ts';
import type { Job } from './verify-ready.ts';

const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Job;
const queues = new Map(Object.entries(job.states).map(([key, values]) => [key, [...values]]));
let webhook = '';

const prepare = (name: string) => async (params?: unknown) => {
  const values = queues.get(stateKey(name, params as { readonly [name: string]: unknown }))?.shift() ?? {};
  webhook = values.webhook ?? webhook;
  return { ...values };
};
const deliver = async () => ({
  __pactMessageMetadata: { ...job.webhooks[webhook]?.headers },
  message: Buffer.from(job.webhooks[webhook]?.body ?? '', 'base64'),
});

const verifier = new Verifier({
  providerBaseUrl: job.providerBaseUrl,
  pactUrls: [job.pact],
  logLevel: 'error',
  stateHandlers: Object.fromEntries(job.names.map(name => [name, prepare(name)])),
  messageProviders: Object.fromEntries(job.descriptions.map(description => [description, deliver])),
});
// A failed verification throws an error whose message is the result.
writeFileSync(job.answer, await verifier.verifyProvider().catch(messageOf));
