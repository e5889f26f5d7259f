import { codeOf, HarnessError, messageOf } from '../../base/errors.ts';
import { webAddress, wholeNumber } from '../../base/parse-value.ts';
import { formatTimestamp } from '../../base/timestamp.ts';
import { isOk } from '../../evidence/answered.ts';
import type { Headers } from '../../evidence/evidence.ts';
import { readSavedDelivery, type SavedDelivery, signatureOfDelivery } from '../../webhooks/saved-delivery.ts';
import { signatureHeader } from '../../webhooks/signature.ts';
import { defineCommand, printResult } from '../command.ts';
import { settingsOf } from '../environment.ts';
import { readFile } from '../files.ts';
import { sendWebhook } from '../listen/webhook.ts';
import { dialectFile } from '../options.ts';

/**
 * `resend`: sends a saved delivery again, once or several times. Exit code 0 if all answers are 2xx, 1 if one is not, 3
 * without an answer.
 */
export const command = defineCommand('resend', {
  options: {
    to: { value: 'URL', parse: webAddress, required: true, about: 'where to send it' },
    asItWas: { about: 'keeps the original signature' },
    times: {
      value: 'N',
      parse: wholeNumber(1, 1000),
      about: 'how often it is sent, body and event id unchanged; default: 1',
    },
    atOnce: { about: 'sends all at the same moment, not one after another', needs: 'times' },
    dialect: { value: 'FILE', parse: dialectFile, about: 'dialect file with the signature header and the unit of t' },
  },
  examples: [
    'resend saved/webhook.json --to http://127.0.0.1:3000/webhooks',
    'resend saved/webhook.json --to http://127.0.0.1:3000/webhooks --times 5 --at-once',
  ],
  async run({ operands: [file], options: { to, asItWas, times = 1, atOnce, dialect } }, terminal) {
    const delivery = readSavedDelivery(readFile(terminal.cwd, file).toString('utf8'), file);
    const { world } = terminal;
    let { headers } = delivery;
    if (!asItWas) {
      const { signingSecrets, signatureHeader: configured } = settingsOf(terminal);
      if (signingSecrets.length === 0) {
        throw new HarnessError('no-secret', 'usage', 'SIGNING_SECRET is not set: the delivery cannot be signed', {
          next: 'set SIGNING_SECRET, or keep the original signature with --as-it-was',
        });
      }
      const { name, unit } = signatureOfDelivery(delivery, dialect?.signatureHeader ?? configured);
      const now = BigInt(Math.floor(world.now())) * 1_000_000n;
      const t = formatTimestamp(now, dialect?.timestampUnit ?? unit);
      headers = withSignature(delivery, name, signatureHeader(t, delivery.body, signingSecrets));
    }
    const dispatcher = world.dial();
    try {
      const send = () => sendWebhook(dispatcher, to, { ...delivery, headers });
      // `fromAsync` sends them one by one.
      const count = { length: times };
      const answers = atOnce ? await Promise.all(Array.from(count, send)) : await Array.fromAsync(count, send);
      const [first] = answers;
      const data = {
        ...{ status: first?.status, body: first?.body, headers: Object.fromEntries(first?.headers ?? []) },
        answers: answers.map(({ status, body }) => ({ status, body })),
      };
      const lines = answers.map(({ status, body }) => `${status}${body === '' ? '' : ` ${body}`}\n`);
      printResult<'resend'>(terminal, data, lines.join(''));
      return answers.every(({ status }) => isOk(status)) ? 0 : 1;
    } catch (cause) {
      const reason = codeOf(cause) ?? messageOf(cause);
      throw new HarnessError('no-answer', 'unreachable', `the app did not respond: ${reason}`, {
        next: 'check --to, and that the app is running',
        cause,
      });
    } finally {
      await dispatcher.destroy();
    }
  },
});

/** The headers with a new signature in place of the old one, or at the end if there was none. */
function withSignature({ headers }: SavedDelivery, name: string, value: string): Headers {
  const isOld = ([other]: Headers[number]) => other.toLowerCase() === name.toLowerCase();
  const place = headers.findIndex(isOld);
  const others = headers.filter(header => !isOld(header));
  return others.toSpliced(place < 0 ? others.length : place, 0, [name, value]);
}
