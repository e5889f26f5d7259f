/**
 * A webhook handler to copy: node:http and node:sqlite. It verifies the bytes that came, and remembers the event and
 * credits the order in one transaction; it acknowledges after the commit.
 *
 *   SIGNING_SECRET=whsec_… node backend.ts serve credits.db 3000
 *   node backend.ts credits credits.db
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

const TOLERANCE_S = 300;
const MOST_BYTES = 4 * 1024 * 1024;

const [command = 'serve', file = 'credits.db', port = '3000'] = process.argv.slice(2);
const secrets = (process.env.SIGNING_SECRET ?? '').split(',').filter(secret => secret !== '');

const db = new DatabaseSync(file);
// A commit survives a crash of the process and of the machine. Readers in other processes do not wait.
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000');
db.exec('CREATE TABLE IF NOT EXISTS event (id TEXT PRIMARY KEY)');
db.exec('CREATE TABLE IF NOT EXISTS credit (order_id TEXT NOT NULL, event_id TEXT NOT NULL)');

if (command === 'credits') {
  for (const { order_id } of db.prepare('SELECT order_id FROM credit').all()) process.stdout.write(`${order_id}\n`);
} else {
  if (secrets.length === 0) throw new Error('SIGNING_SECRET is not set');
  serve();
}

function serve() {
  const remember = db.prepare('INSERT OR IGNORE INTO event (id) VALUES (?)');
  const credit = db.prepare('INSERT INTO credit (order_id, event_id) VALUES (?, ?)');

  /** Credits an order, unless its event was seen. The primary key decides, even between two processes. */
  function creditOnce(event: string, order: string) {
    db.exec('BEGIN IMMEDIATE');
    try {
      if (remember.run(event).changes === 1) credit.run(order, event);
      db.exec('COMMIT');
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  }

  /** @returns the status: 2xx only if the event is stored, or need not be */
  function handle(header: string | string[] | undefined, body: Buffer): number {
    if (!verifies(String(header ?? ''), body)) return 401;
    const event = JSON.parse(body.toString());
    if (event.type !== 'disbursement.completed') return 200;
    if (typeof event.id !== 'string' || typeof event.data?.order_id !== 'string') return 422;
    creditOnce(event.id, event.data.order_id);
    return 200;
  }

  const server = createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== '/webhooks') return void response.writeHead(404).end();
    const parts: Buffer[] = [];
    let size = 0;
    request.on('error', () => {});
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= MOST_BYTES) parts.push(part);
    });
    request.on('end', () => {
      let status = 500;
      try {
        status = size > MOST_BYTES ? 413 : handle(request.headers['service-signature'], Buffer.concat(parts));
      } catch (error) {
        process.stderr.write(`${error}\n`);
      }
      response.writeHead(status).end();
    });
  });
  server.listen(Number(port), '127.0.0.1');
}

/** Verifies a signature header over the raw body: any v1, in constant time, and t within 300 s of the clock. */
function verifies(header: string, body: Buffer): boolean {
  const pairs = header.split(',').map(pair => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('=') };
  });
  const t = pairs.find(({ name }) => name === 't')?.value ?? '';
  if (!/^\d{1,15}$/.test(t) || Math.abs(Date.now() / 1000 - Number(t)) > TOLERANCE_S) return false;
  const given = pairs.filter(({ name }) => name === 'v1').map(({ value }) => Buffer.from(value));
  return secrets.some(secret => {
    const digest = Buffer.from(createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex'));
    return given.some(v1 => v1.length === digest.length && timingSafeEqual(v1, digest));
  });
}
