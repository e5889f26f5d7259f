import { creditsOnce, type EndpointCase } from '../endpoint-case.ts';
import { acknowledges, type HandlerReply, type Manner, type Outgoing } from '../sender.ts';
import type { Trial } from '../trial.ts';

const MEGABYTE = 1024 * 1024;
/** The length of a text that exceeds a short database column. */
const LONG = 4_000;
/** The length of a text in a forged webhook that arrives with the head of its request, or after it. */
const FORGED_BEFORE = { short: 10, large: 100_000 };
/** How often a webhook is sent after a forged one. */
const TIMES_KEPT = 3;

/** A genuine webhook in an unusual form, which must be processed. */
const read = (name: string, where: string, run: EndpointCase['run']) =>
  creditsOnce(`http.${name}`, where, run, { requirement: 'http.forms' });

/** A genuine webhook in an unusual HTTP request. */
function form(name: string, where: string, request: (outgoing: Outgoing) => Outgoing, manner?: Manner): EndpointCase {
  return read(name, where, async trial => {
    const webhook = await trial.completed(trial.order(1));
    await trial.untilAcknowledged(webhook, () => request(trial.bench.signed(webhook)), where, manner);
  });
}

/** A request that is no ordinary webhook. The next sound one must be processed. */
function poke(name: string, where: string, send: (trial: Trial) => Promise<void>): EndpointCase {
  return {
    ...{ id: `http.${name}`, requirement: 'http.keeps-working', must: 'Processes the next webhook', where },
    alone: true,
    async run(trial) {
      await send(trial);
      await trial.next();
    },
  };
}

const same = (outgoing: Outgoing) => outgoing;

/** A JSON object with one more member, so that the middle of its bytes lies within a character. */
function cutWithinCharacter(json: string): Buffer {
  const bodies = [0, 1, 2].map(more => {
    const note = 'x'.repeat(more) + '✓'.repeat(json.length);
    return Buffer.from(json.replace(/\}\s*$/, `,"note":"${note}"}`));
  });
  const isWithin = (body: Buffer) => ((body[Math.ceil(body.length / 2)] ?? 0) & 0xc0) === 0x80;
  return bodies.find(isWithin) ?? Buffer.from(json);
}

function headersIn(change: (name: string) => string) {
  return ({ headers, ...rest }: Outgoing): Outgoing => ({
    ...rest,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [change(name), value])),
  });
}

/** Cases about unusual but valid HTTP, and about working on after unusable requests. */
export const HTTP_CASES: readonly EndpointCase[] = [
  form('chunked', 'the body comes in several chunks', same, { chunks: 3 }),
  form('expect-continue', 'the sender expects 100-continue', same, { expectsContinue: true }),
  form(
    'lower-case',
    'the names of headers are in lower case',
    headersIn(name => name.toLowerCase()),
  ),
  form(
    'upper-case',
    'the names of headers are in upper case',
    headersIn(name => name.toUpperCase()),
  ),
  form('pieces', 'the body comes in two pieces, under its length', same, { pauseMs: 200 }),
  read('cut-character', 'the body comes in two pieces, cut within a character', async trial => {
    const completed = await trial.completed(trial.order(1));
    const webhook = { ...completed, body: cutWithinCharacter(completed.body.toString()) };
    await trial.sound(webhook, 'in two pieces', { pauseMs: 200 });
  }),
  form('charset', 'the content type names a charset', ({ headers, ...rest }) => ({
    ...rest,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) =>
        /^content-type$/i.test(name) ? [name, `${value.split(';')[0]}; charset=utf-8`] : [name, value],
      ),
    ),
  })),
  read('unicode', 'the body has white space, UTF-8 and escapes', async trial => {
    const completed = await trial.completed(trial.order(1));
    const text = trial.bench.source.rewrite(completed, { spacing: 'indented' }).body.toString();
    const note = '"note": "Zo\\u00eb Müller \\u2713 ✓ \\/ 日本 \\ud83d\\ude00"';
    const body = Buffer.from(text.replace(/\}\s*$/, `,  ${note} }\n`).replace(/\n/g, '\r\n'));
    await trial.sound({ ...completed, body }, 'with white space, UTF-8 and escapes');
  }),
  // A handler that normalizes text changes the bytes of the body.
  read('decomposed', 'an accent in the body is a character of its own', async trial => {
    const completed = await trial.completed(trial.order(1), { more: { note: 'Jose\u0301' } });
    await trial.sound(completed, 'with an accent of its own');
  }),
  read('escaped', 'names and ids in the body are written with escapes', async trial => {
    const completed = await trial.completed(trial.order(1));
    const escaped = (text: string) => text.replace(/_/g, '\\u005f');
    await trial.sound({ ...completed, body: Buffer.from(escaped(completed.body.toString())) }, 'with escapes');
  }),
  read('long-body', 'the body has more than 4,000 bytes', async trial => {
    const more = { note: 'x'.repeat(LONG) };
    await trial.sound(await trial.completed(trial.order(1), { more }), 'with a long body');
  }),
  // A handler may close the connection. Then the webhook comes on a new one.
  ...Object.entries(FORGED_BEFORE).map(([size, length]) =>
    read(`kept-connection/${size}`, `a forged webhook (${size}) came before on the same connection`, async trial => {
      const { bench } = trial;
      const webhook = await trial.completed(trial.order(1));
      let reply: HandlerReply | undefined;
      for (let left = TIMES_KEPT; left > 0 && !(reply && acknowledges(reply)); left--) {
        const connection = bench.world.connection(bench.url);
        const more = { note: 'x'.repeat(length) };
        const other = bench.source.event(trial.order(0), 'collection.updated', { more });
        await trial.once(other, bench.withSignature(other, undefined), 'forged', 'forged', { connection });
        reply = await trial.once(webhook, bench.signed(webhook), 'on the same connection', 'sound', { connection });
        connection.destroy();
      }
      if (reply?.kind === 'dropped') await trial.sound(webhook, 'on a new connection');
    }),
  ),
  poke('large-body', 'a webhook with 1 MB of metadata came before', async trial => {
    const { source } = trial.bench;
    const webhook = source.event(trial.bench.order(), 'collection.updated', {
      more: { metadata: { note: 'x'.repeat(MEGABYTE) } },
    });
    await trial.once(webhook, trial.bench.signed(webhook), '1 MB of metadata', 'unjudged');
  }),
  poke('not-json', 'a signed body came before that is not JSON', async trial => {
    const webhook = { ...(await trial.completed(trial.bench.order())), body: Buffer.from('not JSON') };
    await trial.once(webhook, trial.bench.signed(webhook), 'not JSON, signed', 'unjudged');
  }),
  poke('get', 'a GET came before', async trial => {
    const webhook = await trial.completed(trial.bench.order());
    const { headers } = trial.bench.signed(webhook);
    await trial.once(webhook, { method: 'GET', headers, body: Buffer.alloc(0) }, 'as a GET without a body', 'unjudged');
  }),
  poke('other-path', 'a request for another path came before', async trial => {
    const { source, url } = trial.bench;
    const webhook = source.event(trial.bench.order(), 'collection.updated');
    const other = { ...trial.bench.signed(webhook), url: `${url.replace(/\/$/, '')}/no-such-path` };
    await trial.once(webhook, other, 'to another path', 'unjudged');
  }),
];
