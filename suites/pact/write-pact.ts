import { join } from 'node:path';
import { MatchersV3, Pact } from '@pact-foundation/pact';
import type { CallOutcome } from '#harness';
import { openClient } from '#testing';
import { fromState, type HttpCase } from './http-cases.ts';

const CONSUMER = 'onramp-harness';
const PROVIDER = 'collection-and-onramp-service';

/** The header that declares a JSON body. The native core matches the whole value. */
const JSON_MEDIA_TYPE = '(?i:(application/([\\w.+-]+\\+)?|text/)json\\s*(;.*)?)';

/** The pact's file in a folder. */
export function pactIn(folder: string): string {
  return join(folder, `${CONSUMER}-${PROVIDER}.json`);
}

/** A new pact. Each successful interaction is added to its file in the folder. */
export function newPact(folder: string): Pact {
  return new Pact({ consumer: CONSUMER, provider: PROVIDER, dir: folder, logLevel: 'error' });
}

/** Runs one interaction: the typed client calls Pact's server, which answers as the case defines. */
export async function meet(pact: Pact, case_: HttpCase): Promise<CallOutcome<unknown, unknown>> {
  const { description, given, method, path, sends, status, reads, mayChange = false, call } = case_;
  const [state, params] = given;
  const met = await pact
    .addInteraction()
    .given(state, params)
    .uponReceiving(description)
    .pending(mayChange)
    .withRequest(method, typeof path === 'string' ? path : MatchersV3.fromProviderState(...path), request => {
      request.headers({
        Accept: 'application/json',
        'X-API-Key': fromState('api_key', 'sk_test_example'),
        ...(method === 'POST' && { 'Content-Type': 'application/json', 'Idempotency-Key': MatchersV3.uuid() }),
      });
      if (sends) request.jsonBody(sends);
    })
    .willRespondWith(typeof status === 'number' ? status : MatchersV3.matchStatus(...status), response => {
      response.headers({
        'request-id': MatchersV3.string('req_example'),
        ...(reads && { 'Content-Type': MatchersV3.regex(JSON_MEDIA_TYPE, 'application/json') }),
      });
      if (reads) response.jsonBody(MatchersV3.like(reads));
    })
    .executeTest(async ({ url }) => {
      const { client, close } = openClient(url);
      try {
        return await call(client);
      } finally {
        await close();
      }
    });
  if (met === undefined) throw new TypeError(`nothing was called for "${description}"`);
  return met;
}
