import { creditsOnce, type EndpointCase, unusual } from '../endpoint-case.ts';
import { acknowledges, type HandlerReply, isBusy, type Manner, type Outgoing } from '../sender.ts';
import type { Trial } from '../trial.ts';

/** The length of a text in a forged webhook that arrives with the head of its request, or after it. */
const FORGED_BEFORE = { short: 10, large: 100_000 };

/** The end of the data of a body, if that is its last member; otherwise the end of the body. */
const END = /\s*\}(?=\s*\}?\s*$)/;

const FORMS = { requirement: 'http.forms' };

/** A genuine webhook in an unusual HTTP request. */
const form = (name: string, where: string, request: (outgoing: Outgoing) => Outgoing, manner: Manner = {}) =>
  unusual(`http.${name}`, where, (bench, webhook) => request(bench.signed(webhook)), { ...FORMS, manner });

/** A genuine webhook with another spelling of its body. */
const respelt = (name: string, where: string, respell: (json: string) => string | Buffer, manner: Manner = {}) =>
  unusual(
    `http.${name}`,
    where,
    (bench, webhook) => bench.signed({ ...webhook, body: Buffer.from(respell(webhook.body.toString())) }),
    { ...FORMS, manner },
  );

/** A genuine webhook with one more member. */
const noted = (name: string, where: string, note: string) =>
  creditsOnce(
    `http.${name}`,
    where,
    async trial => void (await trial.sound(await trial.completed(trial.order(1), { more: { note } }), where)),
    FORMS,
  );

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
    return Buffer.from(json.replace(END, `,"note":"${note}"}`));
  });
  const isWithin = (body: Buffer) => ((body[Math.ceil(body.length / 2)] ?? 0) & 0xc0) === 0x80;
  return bodies.find(isWithin) ?? Buffer.from(json);
}

/** The request with other headers. */
const headed =
  (change: (name: string, value: string) => readonly [name: string, value: string]) =>
  ({ headers, ...rest }: Outgoing): Outgoing => ({
    ...rest,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => change(name, value))),
  });
const lowerCase = headed((name, value) => [name.toLowerCase(), value]);
const upperCase = headed((name, value) => [name.toUpperCase(), value]);
const withCharset = headed((name, value) =>
  /^content-type$/i.test(name) ? [name, `${value.split(';')[0]}; charset=utf-8`] : [name, value],
);

/** A member with white space, UTF-8 and escapes. */
const NOTE = '"note": "Zo\\u00eb Müller \\u2713 ✓ \\/ 日本 \\ud83d\\ude00"';

/** Cases about unusual but valid HTTP, and about working on after unusable requests. */
export const HTTP_CASES: readonly EndpointCase[] = [
  form('chunked', 'the body comes in several chunks', same, { chunks: 3 }),
  form('expect-continue', 'the sender expects 100-continue', same, { expectsContinue: true }),
  form('lower-case', 'the names of headers are in lower case', lowerCase),
  form('upper-case', 'the names of headers are in upper case', upperCase),
  form('pieces', 'the body comes in two pieces, under its length', same, { pauseMs: 200 }),
  respelt('cut-character', 'the body comes in two pieces, cut within a character', cutWithinCharacter, {
    pauseMs: 200,
  }),
  form('charset', 'the content type names a charset', withCharset),
  unusual(
    'http.unicode',
    'the body has white space, UTF-8 and escapes',
    (bench, webhook) => {
      const text = bench.source.rewrite(webhook, { spacing: 'indented' }).body.toString();
      const body = text.replace(END, `,  ${NOTE} }\n`).replace(/\n/g, '\r\n');
      return bench.signed({ ...webhook, body: Buffer.from(body) });
    },
    FORMS,
  ),
  // A handler that normalizes text changes the bytes of the body.
  noted('decomposed', 'an accent in the body is a character of its own', 'Jose\u0301'),
  respelt('escaped', 'names and ids in the body are written with escapes', json => json.replace(/_/g, '\\u005f')),
  respelt('unicode/last-line', 'a line end follows the JSON of the body', json => `${json}\n`),
  // A handler that takes the body for a format changes it.
  noted('unicode/percent', 'the body has percent signs', '50% %s %d %% %20'),
  noted('long-body', 'the body has more than 4,000 bytes', 'x'.repeat(4_000)),
  // A handler may close the connection. Then the webhook comes on a new one.
  ...Object.entries(FORGED_BEFORE).map(([size, length]) =>
    creditsOnce(
      `http.kept-connection/${size}`,
      `a forged webhook (${size}) came before on the same connection`,
      async trial => {
        const { bench } = trial;
        const webhook = await trial.completed(trial.order(1));
        let reply: HandlerReply | undefined;
        for (let left = 3; left > 0 && !(reply && acknowledges(reply)); left--) {
          const connection = bench.world.connection(bench.url);
          const more = { note: 'x'.repeat(length) };
          const other = bench.source.event(trial.order(0), 'collection.updated', { more });
          await trial.once(other, bench.withSignature(other, undefined), 'forged', 'forged', { connection });
          reply = await trial.once(webhook, bench.signed(webhook), 'on the same connection', 'sound', { connection });
          connection.destroy();
        }
        if (reply && (reply.kind === 'dropped' || isBusy(reply))) await trial.sound(webhook, 'on a new connection');
      },
      FORMS,
    ),
  ),
  poke('large-body', 'webhooks with 70 kB and 1 MB of metadata came before', async trial => {
    for (const size of [70_000, 1_000_000]) {
      const webhook = await trial.completed(trial.bench.order(), { more: { metadata: { note: 'x'.repeat(size) } } });
      const reply = await trial.once(webhook, trial.bench.signed(webhook), `${size} bytes of metadata`, 'unjudged');
      // A handler may refuse a body of this size.
      if (acknowledges(reply)) trial.expect(webhook.orderId, 1);
    }
  }),
  poke('not-json', 'signed bodies came before that are not JSON objects, or are cut off', async trial => {
    const { bench } = trial;
    const sending = ['not JSON', 'null', '[]', undefined].map(async text => {
      const completed = await trial.completed(bench.order());
      const webhook = text === undefined ? completed : { ...completed, body: Buffer.from(text) };
      const manner: Manner = text === undefined ? { cutsWithin: true } : {};
      await trial.once(webhook, bench.signed(webhook), `${text ?? 'a part of a body'}, signed`, 'unjudged', manner);
    });
    await Promise.all(sending);
  }),
  poke('without-order', 'events that name no order came before', async trial => {
    const { bench } = trial;
    // What other cases sent leaves the queue before.
    await bench.pause(300);
    const sending = [{}, null, undefined].map(async empty => {
      const webhook = bench.source.event(bench.order(), 'ping');
      const body = JSON.stringify(JSON.parse(webhook.body.toString()), (name, value) =>
        name !== '' && JSON.stringify(value)?.includes(webhook.orderId) ? empty : value,
      );
      const event = { ...webhook, body: Buffer.from(body) };
      await trial.once(event, bench.signed(event), 'without an order', 'unjudged');
    });
    await Promise.all(sending);
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
