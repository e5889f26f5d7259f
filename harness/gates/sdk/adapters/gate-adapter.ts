// An SDK in TypeScript (Node, no packages) behind the gate's protocol: JSON-RPC 2.0, one message a line.
// To judge your own SDK, put its calls in place of the functions below. Nothing else may be printed on stdout.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createInterface } from 'node:readline';

type Json = ReturnType<typeof JSON.parse>;

function verify({ header, body, secrets, toleranceSeconds, now }: Json): { accepted: boolean; reason?: string } {
  const lines: string[] = header === null ? [] : [header].flat();
  const pairs = lines.flatMap(line => line.split(',')).map(pair => pair.replace(/^[ \t]+|[ \t]+$/g, ''));
  const values = (name: string) =>
    pairs.filter(pair => pair.startsWith(`${name}=`)).map(pair => pair.slice(name.length + 1));
  const [t, ...more] = values('t');
  if (!/^\d+$/.test(t ?? '') || more.some(other => other !== t)) return { accepted: false, reason: 'no usable t' };
  if (Math.abs(now - Number(t)) > toleranceSeconds) return { accepted: false, reason: 't is outside the tolerance' };
  const signatures = values('v1').map(value => Buffer.from(value, 'latin1'));
  const raw = Buffer.from(body, 'base64');
  const matches = secrets.filter(Boolean).some((secret: string) => {
    const digest = Buffer.from(createHmac('sha256', secret).update(`${t}.`).update(raw).digest('hex'));
    return signatures.some(given => given.length === digest.length && timingSafeEqual(given, digest));
  });
  return matches ? { accepted: true } : { accepted: false, reason: 'no v1 matches' };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function eventId({ headers, body }: Json, dialect: Json): unknown {
  const event = parsed(Buffer.from(body, 'base64').toString());
  const names = (pointer: string) => pointer.split('/').slice(1);
  const plain = (name: string) => name.replaceAll('~1', '/').replaceAll('~0', '~');
  const at = (pointer: string) => names(pointer).reduce((value: Json, name) => value?.[plain(name)], event);
  let place = dialect.eventId;
  if (typeof place === 'object') place = place[at(dialect.eventType)];
  if (!place.startsWith('header:')) return at(place);
  const name = place.slice('header:'.length).toLowerCase();
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

function receive({ deliveries, dialect, ...rest }: Json): { processed: number[] } {
  const seen = new Set<unknown>();
  const processed: number[] = [];
  for (const [index, delivery] of deliveries.entries()) {
    if (!verify({ ...rest, header: delivery.header, body: delivery.body }).accepted) continue;
    const id = eventId(delivery, dialect);
    if (id !== undefined && seen.has(id)) continue;
    seen.add(id);
    processed.push(index);
  }
  return { processed };
}

async function call(method: string, url: string, apiKey: string, body?: Json, mayBeEmpty = false): Promise<Json> {
  const post = body && { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
  const headers = { Accept: 'application/json', 'X-API-Key': apiKey, ...post };
  let status: number | null = null;
  let requestId: string | null = null;
  try {
    // A redirect could take the key to another host.
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      ...(body && { body: JSON.stringify(body) }),
    });
    status = response.status;
    requestId = response.headers.get('request-id');
    const answer = parsed(await response.text());
    if (response.ok && (mayBeEmpty || (typeof answer === 'object' && answer !== null))) return { value: answer };
    return {
      error: { status, code: answer?.code ?? null, message: answer?.error ?? answer?.message ?? null, requestId },
    };
  } catch (error) {
    return { error: { status, code: null, message: String(error), requestId } };
  }
}

function simulate({ sandboxUrl, apiKey, orderId, event, receivedAmount, receivedNetwork }: Json): Promise<Json> {
  const body = {
    event,
    ...(event === 'deposit_detected' && receivedAmount !== undefined && { received_amount: receivedAmount }),
    ...(event === 'wrong_chain' && receivedNetwork !== undefined && { received_network: receivedNetwork }),
  };
  const url = `${sandboxUrl}/sandbox/collection-orders/${encodeURIComponent(orderId)}/simulate`;
  return call('POST', url, apiKey, body, true);
}

const methods: { [name: string]: (params: Json) => unknown } = {
  verify,
  receive,
  resolveBankAccount: ({ baseUrl, apiKey, accountNumber, bankCode }) =>
    call('POST', `${baseUrl}/v1/banks/resolve`, apiKey, { account_number: accountNumber, bank_code: bankCode }),
  getOnrampOrder: ({ baseUrl, apiKey, id }) =>
    call('GET', `${baseUrl}/v1/onramp/orders/${encodeURIComponent(id)}`, apiKey),
  simulate,
};
const describe = {
  name: 'example',
  version: '1.0.0',
  language: 'TypeScript',
  clock: 'injected',
  methods: Object.keys(methods),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  let answer: object;
  try {
    answer = { result: method === 'describe' ? describe : await methods[method]?.(params) };
  } catch (error) {
    answer = { error: { code: -32000, message: String(error) } };
  }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
}
