import { mkdirSync, rmSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { comparePact, creditingConsumer, SIMULATE_EVENTS, signatureHeader } from '#harness';
import { meetWebhook, SIGNED } from './webhook.ts';
import { HTTP_CASES, meet, newPact, pactIn } from './write-pact.ts';

/** Where the pact stands for whoever publishes it; made anew at each run. */
const FOLDER = new URL('../../reports/pacts/', import.meta.url).pathname;

let pact: ReturnType<typeof newPact>;
beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  pact = newPact(FOLDER);
});

describe('the typed client', () => {
  test.each(HTTP_CASES)('meets $description', async case_ => {
    const met = await meet(pact, case_);
    const { request, response } = met.exchange;
    const [, example] = typeof case_.path === 'string' ? [case_.path, case_.path] : case_.path;
    // The matcher of a path that the provider state gives takes any text.
    expect(new URL(request.url).pathname).toBe(example);
    expect(response?.status).toBe(typeof case_.status === 'number' ? case_.status : case_.status[0]);
    expect(response?.headers.find(([name]) => name.toLowerCase() === 'request-id')?.[1]).toBe('req_example');
    if (case_.reads === undefined) return;
    expect(met.kind === 'data' ? met.data : met.kind === 'error' && met.error).toEqual(case_.reads);
  });
});

describe('our own consumer', () => {
  const opened = () => {
    const settled = new Set<string>();
    const credited: string[] = [];
    const at = (seconds: number) =>
      creditingConsumer({
        secrets: () => [SIGNED.secret],
        now: () => seconds * 1000,
        ledger: {
          settle: async (event, order) => {
            if (!settled.has(event) && order !== undefined) credited.push(order);
            settled.add(event);
          },
        },
      });
    return { at, credited };
  };

  test.each(SIMULATE_EVENTS)('verifies, reads and de-duplicates the webhook of %s', async step => {
    const { at, credited } = opened();
    await meetWebhook(pact, step, async ({ content, metadata }) => {
      const body = Buffer.from(JSON.stringify(content));
      const header = String(metadata['Service-Signature']);
      const webhook = { headers: [['Service-Signature', header]] as const, body };
      const forged = signatureHeader(String(SIGNED.at), body, ['another secret']);

      expect(await at(SIGNED.at + 301)(webhook)).toBe(400);
      expect(await at(SIGNED.at)({ ...webhook, headers: [['Service-Signature', forged]] })).toBe(400);
      expect(await at(SIGNED.at)({ ...webhook, body: Buffer.concat([body, Buffer.from(' ')]) })).toBe(400);
      expect(credited).toEqual([]);

      expect(await at(SIGNED.at)(webhook)).toBe(200);
      expect(await at(SIGNED.at + 300)(webhook)).toBe(200);
      expect(credited).toEqual(step === 'disburse' ? [content.data.order_id] : []);
    });
  });
});

test('the native core tells nobody that it is used', () => {
  expect(process.env.PACT_DO_NOT_TRACK).toBe('1');
});

test('the pact asks for nothing that openapi/service.yaml does not promise', async () => {
  expect(await comparePact(pactIn(FOLDER))).toEqual([]);
});
