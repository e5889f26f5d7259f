import { createHmac } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { VerifyParams } from '#harness';

/** How the adapter misbehaves, and in which method, such as `hang:verify`. Its other answers are correct. */
const [how = '', where = ''] = (process.argv[2] ?? '').split(':');
const clock = process.argv[3] === 'system' ? 'system' : 'injected';
const START = Math.floor(Date.now() / 1000);
const methods = (process.argv[4] ?? 'verify').split(',');

/** A correct verifier that imports nothing of the harness, so that a crashing adapter restarts quickly. */
function verify({ header, body, secrets, toleranceSeconds, now }: VerifyParams): { readonly accepted: boolean } {
  const pairs = [header ?? []].flat().flatMap(line => line.split(','));
  const values = (name: string) =>
    pairs.flatMap(pair => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []));
  const [t = '', ...more] = values('t');
  const at = clock === 'injected' ? now : how === 'frozen' ? START : Math.floor(Date.now() / 1000);
  const timely = /^\d+$/.test(t) && more.length === 0 && Math.abs(at - Number(t)) <= toleranceSeconds;
  const digest = (secret: string) =>
    createHmac('sha256', secret).update(`${t}.`).update(Buffer.from(body, 'base64')).digest('hex');
  return { accepted: timely && secrets.some(secret => secret !== '' && values('v1').includes(digest(secret))) };
}

let asked = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line) as { id: number; method: string; params: VerifyParams };
  const mine = method === where && ++asked > 0;
  const say = (answer: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
  if (mine && how === 'hang') continue;
  if (mine && how === 'die') {
    process.stderr.write('out of memory, say\n');
    process.exit(7);
  }
  if (mine && how === 'flood') process.stdout.write('x'.repeat(9 * 1024 * 1024));
  if (mine && how === 'noise') process.stdout.write('DEBUG verifying\n');
  if (mine && how === 'twice') say({ result: verify(params) });
  if (mine && how === 'nonsense') say({ result: 'yes' });
  else if (mine && how === 'error') say({ error: { code: 1, message: 'no' } });
  else if (method === 'describe')
    say({ result: { name: 'awkward', version: '1', language: 'TypeScript', clock, methods } });
  else if (method === 'verify') say({ result: verify(params) });
  else say({ error: { code: -32_601, message: 'no such method' } });
}
