import { createInterface } from 'node:readline';
import { header } from '../base/json.ts';
import { locate, typeOf } from '../evidence/interpretation.ts';
import type { ReceiveParams, VerifyParams } from '../gates/sdk/protocol.ts';
import { type CallOutcome, ServiceClient, type SimulateBody } from '../journeys/client/service-client.ts';
import { verifySignature } from '../webhooks/signature.ts';
import { realWorld } from '../world/real-world.ts';
import { openTransport } from './open-client.ts';

// The harness's own client and verifier behind the gate's protocol, so that they pass the gate, too.
const world = realWorld();
const { transport } = openTransport(world, 8000);

const client = (baseUrl: string, apiKey: string) =>
  new ServiceClient(transport, { baseUrl, sandboxUrl: baseUrl, apiKey }, () => world.uuid());

function verify({ body, now, ...rest }: VerifyParams): ReturnType<typeof verifySignature> {
  return verifySignature({ ...rest, body: Buffer.from(body, 'base64'), now: now * 1000 });
}

function receive({ deliveries, dialect, ...rest }: ReceiveParams): { readonly processed: readonly number[] } {
  const seen = new Set<string>();
  const processed = [...deliveries.entries()].flatMap(([index, { header: signature, headers, body }]) => {
    if (!verify({ ...rest, header: signature, body }).accepted) return [];
    const text = Buffer.from(body, 'base64').toString('utf8');
    const delivery = { headers: Object.entries(headers), body: { size: text.length, sha256: '', text } };
    const id = locate(delivery, dialect.eventId, typeOf(delivery, dialect.eventType));
    if (id !== undefined && seen.has(id)) return [];
    if (id !== undefined) seen.add(id);
    return [index];
  });
  return { processed };
}

/** A call's outcome in the form of the protocol. @param mayBeEmpty whether the form of a success is unspecified */
async function outcomeOf(calling: Promise<CallOutcome<unknown, unknown>>, mayBeEmpty = false): Promise<object> {
  const outcome = await calling;
  if (outcome.kind === 'data') return { value: outcome.data };
  const { response, failure } = outcome.exchange;
  const status = response?.status ?? null;
  if (mayBeEmpty && status !== null && status < 300 && failure === undefined) return { value: null };
  const problem = (outcome.kind === 'error' ? outcome.error : {}) as { readonly [name: string]: unknown };
  return {
    error: {
      status,
      code: problem.code ?? null,
      message: problem.error ?? problem.message ?? null,
      requestId: (response && header(response.headers, 'request-id')) ?? null,
    },
  };
}

type Calls = { readonly [name: string]: string };

const METHODS: { readonly [method: string]: (params: never) => unknown } = {
  verify,
  receive,
  resolveBankAccount: ({ baseUrl = '', apiKey = '', accountNumber = '', bankCode = '' }: Calls) =>
    outcomeOf(client(baseUrl, apiKey).resolveBankAccount({ account_number: accountNumber, bank_code: bankCode })),
  getOnrampOrder: ({ baseUrl = '', apiKey = '', id = '' }: Calls) =>
    outcomeOf(client(baseUrl, apiKey).getOnrampOrder(id)),
  simulate: ({ sandboxUrl = '', apiKey = '', orderId = '', event, receivedAmount, receivedNetwork }: Calls) => {
    const body = {
      event,
      ...(event === 'deposit_detected' && receivedAmount !== undefined && { received_amount: receivedAmount }),
      ...(event === 'wrong_chain' && receivedNetwork !== undefined && { received_network: receivedNetwork }),
    } as SimulateBody;
    return outcomeOf(client(sandboxUrl, apiKey).simulate(orderId, body), true);
  },
};

const DESCRIPTION = {
  name: 'onramp-harness',
  version: '0.1.0',
  language: 'TypeScript',
  clock: 'injected',
  methods: Object.keys(METHODS),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line) as { id: number; method: string; params: never };
  const result = method === 'describe' ? DESCRIPTION : await METHODS[method]?.(params);
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
}
