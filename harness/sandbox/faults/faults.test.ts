import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { FIXTURES } from '../fixtures.ts';
import { DEFAULT_API_KEY } from '../start-sandbox.ts';
import { hurriedWorld } from '../testing/hurried-world.ts';
import type { Received } from '../testing/receiver.ts';
import { readSignature, verifyingSecrets } from '../testing/verifies.ts';
import { type Answered, type Rig, withSandbox } from '../testing/with-sandbox.ts';
import { ALL_FAULTS } from './all-faults.ts';
import { findFaults, listFaults } from './find-faults.ts';

const REQUIREMENTS = parse(
  readFileSync(new URL('../../../openapi/requirements.yaml', import.meta.url), 'utf8'),
) as readonly { readonly id: string; readonly binds?: string }[];

describe('the list of faults', () => {
  it('names each fault once, and a requirement that binds the service', () => {
    const binding = REQUIREMENTS.filter(({ binds }) => binds !== 'consumer').map(({ id }) => id);
    const names = listFaults().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, requirement } of listFaults()) expect(binding, name).toContain(requirement);
  });

  it('knows the intermittent version of every fault, and the nearest name to an unknown one', () => {
    for (const { name } of ALL_FAULTS) expect(findFaults([`${name}-intermittent`])).toBeDefined();
    expect(() => findFaults(['no-redelivry'])).toThrow(
      expect.objectContaining({
        code: 'fault-unknown',
        details: expect.objectContaining({ likely: 'no-redelivery was meant' }),
      }),
    );
  });
});

describe.concurrent('a fault', async () => {
  const sound = await transcript([]);

  it('is what a sound service shows no trace of', async () => {
    expect(await transcript([])).toEqual(sound);
  });

  for (const { name } of ALL_FAULTS) {
    it(`changes the wire: ${name}`, async () => {
      expect(await transcript([name])).not.toEqual(sound);
    });
  }
});

const TIMEOUT_MS = 777;

/** All that crosses the wire in a play that gives every fault its occasion, without what differs from run to run. */
async function transcript(faults: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  const world = hurriedWorld(TIMEOUT_MS);
  const dialect = { delivery: { timeoutMs: TIMEOUT_MS }, retry: { firstMs: 1, factor: 1 } };
  const [unwell, refused, dropped, late] = [
    (response: ServerResponse) => response.writeHead(503).end(),
    (response: ServerResponse) => response.writeHead(400).end(),
    (response: ServerResponse) => response.destroy(),
    () => world.ring(),
  ];
  // After each run of troubles the redelivery is taken.
  const troubles = [[unwell], [refused], [dropped], [late], [unwell, unwell], [dropped, dropped], [late, late]];
  const answers = troubles.flatMap(each => [...each, undefined]);
  const respond = (response: ServerResponse) => {
    const trouble = answers.shift();
    if (trouble === undefined) response.writeHead(200).end();
    else trouble(response);
  };
  await withSandbox({ world, faults, dialect, respond, signingSecrets: ['whsec_old'] }, async rig => {
    const orders = await rig.orders(6);
    const mask = (text: string) =>
      orders
        .reduce((masked, id, n) => masked.replaceAll(id, `order-${n}`), text)
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
    await play(rig, orders, (what, answered) => lines.push(`${what}: ${mask(describeAnswer(answered))}`));
    const { received } = rig.receiver;
    for (const each of received) lines.push(mask(describeDelivery(each, received)));
  });
  return lines.toSorted();
}

async function play(rig: Rig, orders: readonly string[], note: (what: string, answered: Answered | string) => void) {
  const tell = async (what: string, asking: Promise<Answered>) => {
    note(what, await asking.catch(() => 'cut'));
  };
  const take = async (what: string, step: Promise<Answered>) => {
    await tell(what, step);
    await rig.calm();
  };
  const [happy = '', mismatched = '', astray = '', strayed = '', expired = '', failed = ''] = orders;
  await take('detected', rig.step(happy, 'deposit_detected'));
  await take('confirmed', rig.step(happy, 'deposit_confirmed'));
  await take('disbursed', rig.step(happy, 'disburse'));
  await take('disbursed again', rig.step(happy, 'disburse'));
  await take('mismatched', rig.step(mismatched, 'deposit_detected', { received_amount: '99.5' }));
  await rig.control('POST', '/secrets', { step: 'start', secret: 'whsec_new' });
  await take('wrong chain', rig.step(astray, 'wrong_chain', { received_network: 'tron' }));
  await take('wrong chain, unnamed', rig.step(strayed, 'wrong_chain'));
  await take('expired', rig.step(expired, 'expire'));
  await take('failed', rig.step(failed, 'fail'));
  const simulate = `/sandbox/collection-orders/${happy}/simulate`;
  await take('no event', rig.ask(simulate, {}));
  await take('no order', rig.step('nobody', 'disburse'));
  await take('unknown event', rig.ask(simulate, { event: 'refund' }));

  const [account] = FIXTURES.accounts;
  const enquiries = [account, FIXTURES.enquiry400, FIXTURES.enquiry401, FIXTURES.enquiry500];
  const asked = enquiries.map(({ accountNumber, bankCode }) => ({
    account_number: accountNumber,
    bank_code: bankCode,
  }));
  const [good] = asked;
  for (const body of [...asked, { account_number: good?.account_number }, { bank_code: good?.bank_code }]) {
    await tell(`enquiry ${JSON.stringify(body)}`, rig.ask('/v1/banks/resolve', body));
  }
  const ids = [...FIXTURES.onrampOrderIds, FIXTURES.onrampFailingId, FIXTURES.onrampMalformedId, 'nothing'];
  for (const id of ids) await tell(`order ${id}`, rig.ask(`/v1/onramp/orders/${id}`));
  // Often enough that a fault which shows in half of the reads shows once.
  for (let read = 0; read < 20; read++) await tell('order again', rig.ask(`/v1/onramp/orders/${ids[0]}`));
  const near = [DEFAULT_API_KEY.toUpperCase(), DEFAULT_API_KEY.slice(0, -1), `${DEFAULT_API_KEY}0`, ''];
  for (const key of ['sk_test_wrong', undefined, ...near]) {
    await tell(`enquiry with ${key}`, rig.ask('/v1/banks/resolve', good, { 'x-api-key': key }));
    await tell(`order with ${key}`, rig.ask(`/v1/onramp/orders/${ids[0]}`, undefined, { 'x-api-key': key }));
  }
}

function describeAnswer(answered: Answered | string): string {
  if (typeof answered === 'string') return answered;
  const { status, headers, text } = answered;
  return `${status} ${headers['content-type']} ${String(headers['request-id']).replace(/req_.*/, 'req')} ${text}`;
}

/** A delivery as a receiver sees it; the id of its event stands as the number of deliveries that share it. */
function describeDelivery(delivery: Received, all: readonly Received[]): string {
  const idOf = ({ body }: Received) => /"id":"?([^",}]*)/.exec(body.toString())?.[1] ?? '';
  const id = idOf(delivery);
  const shared = all.filter(other => idOf(other) === id).length;
  const { t, v1 } = readSignature(delivery);
  const age = Math.round((Date.now() / 1000 - Number(t)) / 300);
  const signed = `t ${age}, ${v1.length} v1, by ${verifyingSecrets(delivery, ['whsec_old', 'whsec_new'])}`;
  const body = delivery.body.toString();
  return `${delivery.headers['content-type']}; ${signed}; shared by ${shared}; ${id === '' ? body : body.replaceAll(id, 'ID')}`;
}
