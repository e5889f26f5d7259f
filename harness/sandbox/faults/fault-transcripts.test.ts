import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { SimulateEvent } from '../../contract/lifecycle.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import { EVENTS, LIFECYCLE, type OrderState } from '../lifecycle/lifecycle.ts';
import { DEFAULT_API_KEY, FIXTURES } from '../sandbox-options.ts';
import { type Received, readSignature, verifyingSecrets } from '../testing/receiver.ts';
import { manualTimers, type Rig, type SandboxAnswer, withSandbox } from '../testing/with-sandbox.ts';
import { listFaults } from './fault-list.ts';

/** Those that act all the time. What takes a slow receiver to be seen, `prove` shows. */
const CONTINUOUS = listFaults()
  .map(({ name }) => name)
  .filter(name => !name.endsWith('-intermittent'));

/** Those that `prove` shows: they take a delivery that is pending at the next step, or a slow receiver. */
const UNSEEN = /-behind-another$|-behind-later-step$|-for-slow-receiver$|-at-once$/;
/** Those of the enquiry and of the onramp order. */
const OF_READS = /^(account|amount|enquiry|onramp|preview)-/;
/** Those that show in some states only, or now and then: it takes many orders to see them. */
const IN_STATES = /^(credit-by-|event-type-of-|events-swapped-|no-event-for-later-)/;

describe.concurrent('a fault', async () => {
  const conformant = await transcript([]);
  const known = new Set(conformant);

  it('is compared with a reproducible transcript', async () => {
    expect(await transcript([])).toEqual(conformant);
  });

  for (const name of CONTINUOUS.filter(name => !UNSEEN.test(name) && !IN_STATES.test(name))) {
    it(`changes the transcript: ${name}`, async () => {
      expect(await transcript([name], known)).not.toEqual(conformant);
    });
  }
});

describe.concurrent('a fault that shows in certain states', async () => {
  const conformant = await webhooksOfWalks([]);

  it('is compared with reproducible webhooks', async () => {
    expect(await webhooksOfWalks([])).toEqual(conformant);
  });

  for (const name of CONTINUOUS.filter(name => IN_STATES.test(name))) {
    it(`changes the webhooks: ${name}`, async () => {
      expect(await webhooksOfWalks([name])).not.toEqual(conformant);
    });
  }
});

/** The types of all webhooks, by order, after every event was simulated in every state. */
async function webhooksOfWalks(faults: readonly string[]): Promise<string[]> {
  const types: string[] = [];
  await withSandbox({ faults }, async rig => {
    const orders = await rig.orders(WALKS.length);
    for (const [index, walk] of WALKS.entries())
      for (const event of walk) {
        const [asked, more] = event === 'mismatch' ? ['deposit_detected', { received_amount: '1' }] : [event, {}];
        await rig.step(orders[index] ?? '', asked, more);
      }
    await rig.idle();
    for (const { json } of rig.receiver.received) {
      const order = orders.findIndex(id => JSON.stringify(json).includes(id));
      types.push(`${order}: ${json.type}`);
    }
  });
  return types.toSorted();
}

const TIMEOUT_MS = 777;
const KEY = 'e0b4f2c6-55d1-4a8f-9d6c-0c1f3a7b2e90';

/**
 * Everything on the wire while the sandbox gets an occasion for every fault, without what differs between runs.
 * It ends at the first answer that is not among the known lines, if there are some.
 */
async function transcript(faults: readonly string[], known?: ReadonlySet<string>): Promise<string[]> {
  const lines: string[] = [];
  const world = manualTimers(TIMEOUT_MS);
  const dialect = { delivery: { timeoutMs: TIMEOUT_MS }, retry: { firstMs: 1, factor: 1 } };
  const [serverError, later, clientError, drop, timeout] = [
    (response: ServerResponse) => response.writeHead(503).end(),
    (response: ServerResponse) => response.writeHead(429).end(),
    (response: ServerResponse) => response.writeHead(400).end(),
    (response: ServerResponse) => response.destroy(),
    () => world.fire(),
  ];
  const failures = [
    [serverError],
    [later],
    [clientError],
    [drop],
    [timeout],
    [serverError, serverError],
    [later, later],
    [drop, drop],
    [timeout, timeout],
  ];
  // The redelivery after each of these sequences is acknowledged.
  const answers = failures.flatMap(sequence => [...sequence, undefined]);
  const respond = (response: ServerResponse) => {
    const fail = answers.shift();
    if (fail === undefined) response.writeHead(200).end();
    else fail(response);
  };
  await withSandbox({ world, faults, dialect, respond, signingSecrets: ['whsec_old'] }, async rig => {
    const orders = await rig.orders(13);
    const mask = (text: string) =>
      orders
        .reduce((masked, id, n) => masked.replaceAll(id, `order-${n}`), text)
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
    const note: Note = (call, answer) => {
      const line = `${call}: ${mask(describeAnswer(answer))}`;
      lines.push(line);
      if (known?.has(line) === false) throw new UnknownAnswer();
    };
    try {
      // What most likely shows the fault comes first.
      const parts = faults.some(name => OF_READS.test(name)) ? [driveReads, driveSteps] : [driveSteps, driveReads];
      for (const drive of parts) await drive(rig, orders, note);
    } catch (thrown) {
      if (thrown instanceof UnknownAnswer) return;
      throw thrown;
    }
    const { received } = rig.receiver;
    for (const each of received) lines.push(mask(describeDelivery(each, received)));
  });
  return lines.toSorted();
}

/** Ends a transcript. */
class UnknownAnswer extends Error {}

/** Ways to every state; from there, every event that is not allowed, or one that is. */
const WALKS = Object.entries({
  awaiting_deposit: [],
  deposit_detected: ['deposit_detected'],
  amount_mismatch: ['mismatch'],
  deposit_confirmed: ['deposit_detected', 'deposit_confirmed'],
  disbursed: ['deposit_detected', 'deposit_confirmed', 'disburse'],
  wrong_chain: ['wrong_chain'],
  expired: ['expire'],
  failed: ['fail'],
} satisfies { readonly [S in OrderState]: readonly string[] }).flatMap(([state, way]) => {
  const isAllowed = (event: SimulateEvent) => LIFECYCLE[event].from.some(from => from === state);
  const refused = [...way, ...EVENTS.filter(event => !isAllowed(event))];
  return [refused, ...EVENTS.filter(isAllowed).map(event => [...way, event])];
});

/** Makes one call after the other, and tells each with its answer. */
type Part = (rig: Rig, orders: readonly string[], note: Note) => Promise<void>;
type Note = (call: string, answer: SandboxAnswer | 'cut') => void;

const noting = (note: Note) => async (name: string, answer: Promise<SandboxAnswer>) =>
  note(name, await answer.catch(() => 'cut'));

const driveSteps: Part = async (rig, orders, note) => {
  const call = noting(note);
  const step = async (name: string, answer: Promise<SandboxAnswer>) => {
    await call(name, answer);
    await rig.idle();
  };
  const [
    happy = '',
    mismatched = '',
    overpaid = '',
    wrongChain = '',
    unnamed = '',
    expired = '',
    failed = '',
    lax = '',
    keyless = '',
    ...odd
  ] = orders;
  await step('detected', rig.step(happy, 'deposit_detected'));
  await step('confirmed', rig.step(happy, 'deposit_confirmed'));
  const disburse = () =>
    rig.ask(`/sandbox/collection-orders/${happy}/simulate`, { event: 'disburse' }, { 'idempotency-key': KEY });
  await step('disbursed', disburse());
  await step('disburse replayed', disburse());
  await step('disbursed again', rig.step(happy, 'disburse'));
  await step('mismatched', rig.step(mismatched, 'deposit_detected', { received_amount: '99.5' }));
  await step('overpaid', rig.step(overpaid, 'deposit_detected', { received_amount: '10000' }));
  await rig.control('POST', '/secrets', { step: 'start', secret: 'whsec_new' });
  await step('wrong chain', rig.step(wrongChain, 'wrong_chain', { received_network: 'tron' }));
  await step('wrong chain without a network', rig.step(unnamed, 'wrong_chain'));
  await step('expired', rig.step(expired, 'expire'));
  await step('failed', rig.step(failed, 'fail'));
  const ofKeyless = `/sandbox/collection-orders/${keyless}/simulate`;
  await step('no key', rig.ask(ofKeyless, { event: 'expire' }, { 'x-api-key': undefined }));
  const simulate = `/sandbox/collection-orders/${happy}/simulate`;
  await step('no event', rig.ask(simulate, {}));
  await step('no order', rig.step('nobody', 'disburse'));
  await step('unknown event', rig.ask(simulate, { event: 'refund' }));
  const ofLax = `/sandbox/collection-orders/${lax}/simulate`;
  const readings = (event: string) => [
    event.toUpperCase(),
    ` ${event}`,
    event.replace('_', '-'),
    event.replace(/_(.)/, (_, letter: string) => letter.toUpperCase()).replace(/^d(?=isb)/, 'D'),
    [event],
    { event },
    ...(event === 'disburse' ? [COMPLETED] : []),
  ];
  for (const value of [...readings('deposit_detected'), null, '', 1])
    await step(`event ${JSON.stringify(value)}`, rig.ask(ofLax, { event: value }));
  for (const text of ['', '{"event":"deposit_detected"', '[{"event":"deposit_detected"}]'])
    await step(`body ${text}`, rig.ask(ofLax, text));
  await step('order id cut short', rig.step(lax.slice(0, -2), 'deposit_detected'));
  await step('lax, detected', rig.step(lax, 'deposit_detected'));
  await step('lax, confirmed', rig.step(lax, 'deposit_confirmed'));
  for (const value of readings('disburse'))
    await step(`event ${JSON.stringify(value)}`, rig.ask(ofLax, { event: value }));
  const amounts = ['0.0000001', '9007199254740993.121212121212121212', 1.5];
  for (const [nth, received_amount] of amounts.entries())
    await step(`received ${received_amount}`, rig.step(odd[nth] ?? '', 'deposit_detected', { received_amount }));
  await step('order id with .json after it', rig.step(`${odd.at(-1)}.json`, 'deposit_detected'));
  await step('overpaid, confirmed', rig.step(overpaid, 'deposit_confirmed'));
  await step('overpaid, disbursed', rig.step(overpaid, 'disburse'));
  await call('large body', rig.ask(simulate, { event: 'refund', more: 'x'.repeat(32_768) }));
};

const driveReads: Part = async (rig, _, note) => {
  const call = noting(note);
  const [account] = FIXTURES.accounts;
  const good = { account_number: account.accountNumber, bank_code: account.bankCode };
  const others = [FIXTURES.enquiry400, FIXTURES.enquiry401, FIXTURES.enquiry500].map(({ accountNumber, bankCode }) => ({
    account_number: accountNumber,
    bank_code: bankCode,
  }));
  const incomplete = [{ account_number: good.account_number }, { bank_code: good.bank_code }];
  const wrong = Object.entries(good).flatMap(([field, right]) =>
    [null, '', '  ', 1, true, [right], { value: right }].map(value => ({ ...good, [field]: value })),
  );
  const whole = JSON.stringify(good);
  const unreadable = ['', whole.slice(0, -1), `[${whole}]`, JSON.stringify(whole)];
  const atAnotherBank = { ...good, bank_code: FIXTURES.accounts[1].bankCode };
  for (const body of [good, atAnotherBank, ...others, ...incomplete, ...wrong, ...unreadable]) {
    await call(`enquiry ${JSON.stringify(body)}`, rig.ask('/v1/banks/resolve', body));
  }
  const ids = [...FIXTURES.onrampOrderIds, FIXTURES.onrampFailingId, FIXTURES.onrampMalformedId, 'nothing'];
  const [known = ''] = ids;
  const almost = (right: string) => [
    right.slice(0, -1),
    `${right}0`,
    ...['%25', '_', '*'].map(sign => right.slice(0, -1) + sign),
  ];
  const odd = ['x'.repeat(256), encodeURIComponent('a#b'), `${known}%00`, ...almost(known)];
  for (const id of [...ids, ...odd]) await call(`order ${id}`, rig.ask(`/v1/onramp/orders/${id}`));
  for (const number of almost(good.account_number).map(decodeURIComponent))
    await call(`enquiry of ${number}`, rig.ask('/v1/banks/resolve', { ...good, account_number: number }));
  // Often enough to show a fault of every second read.
  for (let read = 0; read < 20; read++) await call('order again', rig.ask(`/v1/onramp/orders/${ids[0]}`));
  await call('session', rig.ask('/v1/client/session'));
  await call('unknown path', rig.ask('/v1/nothing'));
  await call('unknown method', rig.ask('/v1/banks/resolve'));
  await call('options', rig.ask('/v1/banks/resolve', undefined, {}, 'OPTIONS'));
  const near = [
    DEFAULT_API_KEY.toUpperCase(),
    DEFAULT_API_KEY.slice(0, -1),
    `${DEFAULT_API_KEY}0`,
    `0${DEFAULT_API_KEY}`,
    `\u00a0${DEFAULT_API_KEY}`,
    '',
    '0'.repeat(256),
  ];
  const kept = { 'idempotency-key': '00000000-0000-4000-8000-000000000001' };
  for (const [nth, body] of [good, others[0], good, others[0]].entries()) {
    const headers = { 'idempotency-key': `00000000-0000-4000-8000-00000000001${nth % 2}` };
    await call(`enquiry kept, ${nth}`, rig.ask('/v1/banks/resolve', body, headers));
  }
  for (const key of [DEFAULT_API_KEY, undefined]) {
    const headers = { ...kept, 'x-api-key': key };
    await call(`enquiry kept, with ${key}`, rig.ask('/v1/banks/resolve', good, headers));
  }
  const aliases = ['/V1/', '//v1/', '/v1//', '/v1/%2e/', '/v1/x/%2e%2e/', '/%761/'].map(prefix => `${prefix}*`);
  const open = { 'x-api-key': undefined };
  for (const alias of [...aliases, '/v1/*/', '/v1/*.json', '/v1/*;v=1', '/v1/*?api_key=1']) {
    const at = (rest: string) => alias.replace('*', rest);
    await call(`enquiry at ${alias}`, rig.ask(at('banks/resolve'), good, open));
    await call(`order at ${alias}`, rig.ask(at(`onramp/orders/${ids[0]}`), undefined, open));
  }
  const bearer = { ...open, authorization: 'Bearer 1' };
  await call('enquiry with a token', rig.ask('/v1/banks/resolve', good, bearer));
  await call('order with a token', rig.ask(`/v1/onramp/orders/${ids[0]}`, undefined, bearer));
  await call('head', rig.ask(`/v1/onramp/orders/${ids[0]}`, undefined, open, 'HEAD'));
  for (const key of ['sk_test_wrong', undefined, ...near]) {
    await call(`enquiry with ${key}`, rig.ask('/v1/banks/resolve', good, { 'x-api-key': key }));
    await call(`order with ${key}`, rig.ask(`/v1/onramp/orders/${ids[0]}`, undefined, { 'x-api-key': key }));
  }
};

function describeAnswer(answer: SandboxAnswer | 'cut'): string {
  if (answer === 'cut') return answer;
  const { status, headers, text } = answer;
  const type = `${headers['content-type']} ${headers['content-encoding'] ?? ''}`;
  return `${status} ${type} ${String(headers['request-id']).replace(/req_.*/, 'req')} ${text}`;
}

/** A delivery as a receiver sees it. The event id is replaced by the number of deliveries that share it. */
function describeDelivery(delivery: Received, all: readonly Received[]): string {
  const idOf = ({ body }: Received) => /"id":"?([^",}]*)/.exec(body.toString())?.[1] ?? '';
  const id = idOf(delivery);
  const shared = all.filter(other => idOf(other) === id).length;
  const { t, v1 } = readSignature(delivery);
  const age = Math.round((Date.now() / 1000 - Number(t)) / 300);
  const signed = `t ${age}, ${v1.length} v1, by ${verifyingSecrets(delivery, ['whsec_old', 'whsec_new'])}`;
  const text = delivery.body.toString();
  const body = id === '' ? text : text.replaceAll(id, 'ID');
  const { 'content-type': type, 'content-encoding': coding } = delivery.headers;
  return `${type} ${coding ?? ''}; ${signed}; shared by ${shared}; ${body}`;
}
