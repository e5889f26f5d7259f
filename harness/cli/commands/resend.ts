import { isOk } from '../../core/answered.ts';
import { codeOf, HarnessError, messageOf } from '../../core/errors.ts';
import type { Headers } from '../../core/evidence.ts';
import { webAddress } from '../../core/parse-value.ts';
import { formatTimestamp } from '../../core/timestamp.ts';
import { readSavedDelivery, type SavedDelivery, signatureOfDelivery } from '../../webhooks/saved-delivery.ts';
import { signatureHeader } from '../../webhooks/signature.ts';
import { defineCommand, printResult } from '../command.ts';
import { settingsOf } from '../environment.ts';
import { readFile } from '../files.ts';
import { sendWebhook } from '../listen/send-webhook.ts';
import { dialectFile } from '../options.ts';

/** `resend`: sends a saved delivery again. Exit code 0 for a 2xx, 1 for any other answer, 3 without an answer. */
export const resend = defineCommand('resend', {
  options: {
    to: { value: 'URL', parse: webAddress, required: true, about: 'where to send it' },
    asItWas: { about: 'keeps the original signature' },
    dialect: { value: 'FILE', parse: dialectFile, about: 'dialect file with the signature header and the unit of t' },
  },
  examples: ['resend saved/webhook.json --to http://127.0.0.1:3000/webhooks'],
  async run({ operands: [file], options: { to, asItWas, dialect }, json }, terminal) {
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
      const sent = await sendWebhook(dispatcher, to, { ...delivery, headers });
      const { status, body } = sent;
      const data = { status, headers: Object.fromEntries(sent.headers), body };
      printResult(terminal, json, data, `${status}${body === '' ? '' : ` ${body}`}\n`);
      return isOk(status) ? 0 : 1;
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

/** The headers with a new signature in place of the old one; at the end where there was none. */
function withSignature({ headers }: SavedDelivery, name: string, value: string): Headers {
  const isOld = ([other]: Headers[number]) => other.toLowerCase() === name.toLowerCase();
  const place = headers.findIndex(isOld);
  const others = headers.filter(header => !isOld(header));
  return others.toSpliced(place < 0 ? others.length : place, 0, [name, value]);
}
