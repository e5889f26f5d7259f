import { expect, it } from 'vitest';
import { type Rig, withSandbox } from '../testing/with-sandbox.ts';

const KEY = { 'idempotency-key': '3f2b6c1e-8d0a-4b6e-9c55-0a1b2c3d4e5f' };

const simulate = ({ ask }: Rig, id: string, event: string, headers = KEY) =>
  ask(`/sandbox/collection-orders/${id}/simulate`, { event }, headers);

it.concurrent('An idempotency key gets the first reply again, with a new request-id and no second effect', () =>
  withSandbox({ dialect: { statuses: { repeatedStep: 409 } } }, async rig => {
    const [id = ''] = await rig.orders(1);
    const answers = await Promise.all([simulate(rig, id, 'fail'), simulate(rig, id, 'fail')]);
    const third = await simulate(rig, id, 'fail');
    for (const answer of answers) expect(answer).toMatchObject({ status: 202, text: third.text });
    expect(new Set([...answers, third].map(({ headers }) => headers['request-id'])).size).toBe(3);
    await rig.idle();
    expect(rig.receiver.arrivals).toHaveLength(1);
  }));

it.concurrent('An idempotency key is refused for another body and for another order', () =>
  withSandbox({}, async rig => {
    const [id = '', other = ''] = await rig.orders(2);
    await simulate(rig, id, 'fail');
    for (const answer of [await simulate(rig, id, 'expire'), await simulate(rig, other, 'fail')]) {
      expect(answer).toMatchObject({ status: 409, json: { code: 'idempotency_conflict' } });
    }
  }));

it.concurrent('An idempotency key stores a client error, but not a server error', () =>
  withSandbox({ dialect: { idempotency: { replayHeader: 'Idempotent-Replayed' } } }, async rig => {
    const [id = ''] = await rig.orders(1);
    expect(await simulate(rig, id, 'disburse')).toMatchObject({ status: 409, json: { code: 'invalid_state' } });
    await rig.step(id, 'deposit_detected');
    const again = await simulate(rig, id, 'disburse');
    expect(again).toMatchObject({ status: 409, headers: { 'idempotent-replayed': 'true' } });

    const failing = { account_number: '0000000500', bank_code: '044' };
    const fail = () => rig.ask('/v1/banks/resolve', failing, { 'idempotency-key': 'another' });
    await fail();
    expect((await fail()).headers).not.toHaveProperty('idempotent-replayed');
  }));

it.concurrent('An idempotency key has no effect if the dialect ignores it', () =>
  withSandbox({ dialect: { idempotency: { replay: 'ignored' }, statuses: { repeatedStep: 409 } } }, async rig => {
    const [id = ''] = await rig.orders(1);
    expect((await simulate(rig, id, 'fail')).status).toBe(202);
    expect((await simulate(rig, id, 'fail')).status).toBe(409);
  }));
