import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifySignature } from '#harness';
import { headerLines, openReceiver, serveSandbox, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

const ORDERS = 12;

test('Every pending delivery of a killed sandbox arrives after a restart on the same file', async () => {
  const db = join(newFolder(), 'sandbox.db');
  // Refused until the sandbox was killed, so that every delivery is pending then.
  let status = 503;
  const receiver = await openReceiver(() => status);
  const first = await serveSandbox(['--db', db, '--webhook-url', receiver.url, '--signing-secret', 'whsec_durable']);
  const answer = await fetch(`${first.url}/_control/collection-orders?format=ids&count=${ORDERS}`, { method: 'POST' });
  const orders = (await answer.text()).trim().split('\n');
  const headers = { 'X-API-Key': 'sk_test_embedded_sandbox', 'Content-Type': 'application/json' };
  for (const order of orders) {
    const body = JSON.stringify({ event: 'deposit_detected' });
    const step = await fetch(`${first.url}/sandbox/collection-orders/${order}/simulate`, {
      method: 'POST',
      headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() },
      body,
    });
    expect(step.ok).toBe(true);
  }
  await receiver.until(arrivals => arrivals.length > 0);
  first.process.child.kill('SIGKILL');
  await first.process.ended;

  const before = receiver.arrivals.length;
  status = 200;
  const second = await serveSandbox(['--db', db]);
  const named = (from: number) =>
    new Set(receiver.arrivals.slice(from).map(({ body }) => JSON.parse(body.toString()).data.order_id));
  /** What was sent, and whether the secret of the first process signed it. */
  const sent = (from: number, to?: number) =>
    new Set(
      receiver.arrivals.slice(from, to).map(({ headers, body }) => {
        const header = headerLines(headers, 'Service-Signature');
        return `${body} ${verifySignature({ header, body, secrets: ['whsec_durable'], now: Date.now() }).accepted}`;
      }),
    );
  await receiver.until(() => orders.every(order => named(before).has(order)));
  second.process.child.kill('SIGTERM');
  await receiver.close();
  expect([...named(before)].sort()).toEqual([...orders].sort());
  expect(sent(0, before).difference(sent(before))).toEqual(new Set());
  for (const text of sent(before)) expect(text).toMatch(/ true$/);
});
