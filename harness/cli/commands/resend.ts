import { parseDialect } from '../../core/dialect.ts';
import { codeOf, HarnessError, messageOf } from '../../core/errors.ts';
import type { Headers } from '../../core/evidence.ts';
import { formatTimestamp } from '../../core/timestamp.ts';
import { readSavedDelivery, type SavedDelivery } from '../../webhooks/saved-delivery.ts';
import { signatureHeader } from '../../webhooks/signature.ts';
import { signatureOfDelivery } from '../../webhooks/signature-of-delivery.ts';
import { type Command, type Given, type Terminal, text } from '../command.ts';
import { settingsOf } from '../environment.ts';
import { readFile } from '../read-file.ts';

/** Headers of a connection, not of a message: the new connection has its own. */
const OF_THE_CONNECTION =
  /^(host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|proxy-.*)$/i;

/** `resend`: sends a saved delivery again. Exit code 0 where the app took it (2xx), 1 on any other answer, 3 without one. */
export const resend: Command = {
  name: 'resend',
  operands: 'FILE',
  arity: [1, 1],
  about: 'sends a saved delivery again, signed afresh with SIGNING_SECRET, and says what the app answered',
  options: {
    to: { type: 'string', value: 'URL', about: 'where to send it' },
    'as-it-was': { type: 'boolean', about: 'keeps the old signature, byte for byte' },
    dialect: { type: 'string', value: 'FILE', about: 'dialect file that names the signature header and the unit of t' },
  },
  async run(given, terminal) {
    const [file = ''] = given.positionals;
    const to = addressOf(given);
    const delivery = readSavedDelivery(readFile(terminal, file).toString('utf8'), file);
    const own = delivery.headers.filter(([name]) => !OF_THE_CONNECTION.test(name));
    const headers =
      given.values['as-it-was'] === true ? own : signedAfresh({ ...delivery, headers: own }, given, terminal);
    const { status, body } = await send(terminal, to, { ...delivery, headers });
    terminal.out(
      given.json
        ? `${JSON.stringify({ status, headers: Object.fromEntries(headers), body })}\n`
        : `${status}${body === '' ? '' : ` ${body}`}\n`,
    );
    return status >= 200 && status < 300 ? 0 : 1;
  },
};

function addressOf(given: Given): URL {
  const to = text(given, 'to');
  if (to === undefined)
    throw new HarnessError('option-missing', 'usage', 'resend needs --to', { next: 'resend --help' });
  const url = URL.canParse(to) ? new URL(to) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new HarnessError('option-invalid', 'usage', '--to is no http:// or https:// address', {
    expected: 'the address of the app that receives webhooks',
  });
}

/** The headers with a signature of now in the place of the old one; behind them where there was none. */
function signedAfresh(delivery: SavedDelivery, given: Given, terminal: Terminal): Headers {
  const { signingSecrets, signatureHeader: named } = settingsOf(terminal);
  if (signingSecrets.length === 0) {
    throw new HarnessError('no-secret', 'usage', 'SIGNING_SECRET is not set, so that nothing can be signed afresh', {
      next: 'set SIGNING_SECRET, or keep the old signature with --as-it-was',
    });
  }
  const file = text(given, 'dialect');
  const dialect = file === undefined ? {} : parseDialect(readFile(terminal, file).toString('utf8'), file);
  const { name, unit } = signatureOfDelivery(delivery, dialect.signatureHeader ?? named);
  const now = BigInt(Math.floor(terminal.world.now())) * 1_000_000n;
  const value = signatureHeader(formatTimestamp(now, dialect.timestampUnit ?? unit), delivery.body, signingSecrets);
  const isOld = ([other]: Headers[number]) => other.toLowerCase() === name.toLowerCase();
  const place = delivery.headers.findIndex(isOld);
  const kept = delivery.headers.filter(header => !isOld(header));
  return kept.toSpliced(place < 0 ? kept.length : place, 0, [name, value]);
}

async function send(
  { world }: Terminal,
  { origin, pathname, search }: URL,
  { method, headers, body }: SavedDelivery,
): Promise<{ readonly status: number; readonly body: string }> {
  const dispatcher = world.dial();
  try {
    const answer = await dispatcher.request({
      origin,
      path: pathname + search,
      method: method as 'POST',
      headers: headers.flat(),
      body,
    });
    return { status: answer.statusCode, body: await answer.body.text() };
  } catch (thrown) {
    throw new HarnessError(
      'no-answer',
      'unreachable',
      `the app gave no answer: ${codeOf(thrown) ?? messageOf(thrown)}`,
      {
        next: 'check --to, and that the app is up',
        cause: thrown,
      },
    );
  } finally {
    await dispatcher.destroy();
  }
}
