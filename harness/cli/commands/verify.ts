import type { TimestampUnit } from '../../core/dialect.ts';
import { HarnessError } from '../../core/errors.ts';
import { ownCommand } from '../../core/own-command.ts';
import { InvalidValue } from '../../core/parse-value.ts';
import { readSavedDelivery, signatureOfDelivery } from '../../webhooks/saved-delivery.ts';
import {
  type RefusalReason,
  type SignedMessage,
  TOLERANCE_SECONDS,
  verifySignature,
} from '../../webhooks/signature.ts';
import { defineCommand, type OptionValues, printResult, type Terminal } from '../command.ts';
import { settingsOf } from '../environment.ts';
import { readFile } from '../files.ts';
import { dialectFile, fileBytes } from '../options.ts';

/** What each reason means, and what to look at. */
const MEANING: { readonly [reason in RefusalReason]: string } = {
  'no-header': 'the header is empty',
  'no-secret': 'there is no secret to verify with',
  'no-timestamp': 'the header has no t',
  'ambiguous-timestamp': 'the header has several t that differ',
  'malformed-timestamp': 't is not a number of the unit; --dialect sets another unit',
  'no-signature': 'the header has no v1',
  'signature-mismatch': 'no v1 matches: another secret, or other bytes than were signed (it must be the raw body)',
  'timestamp-too-old': 't is further in the past than the tolerance; --now judges at another time',
  'timestamp-too-new': 't is further in the future than the tolerance; --dialect sets another unit',
};

const OPTIONS = {
  header: { value: 'H', about: 'the value of the signature header' },
  bodyFile: { value: 'FILE', parse: fileBytes, about: 'the raw bytes of the body' },
  secret: { value: 'S', repeatable: true, about: 'signing secret; several during rotation' },
  now: {
    value: 'T',
    parse: seconds,
    about: 'the time to judge at, in Unix seconds; default: now, or the arrival of a saved delivery',
  },
  tolerance: { value: 'S', parse: seconds, about: `tolerance in seconds; default: ${TOLERANCE_SECONDS}` },
  dialect: { value: 'FILE', parse: dialectFile, about: 'dialect file with another unit of t' },
} as const;

type Options = OptionValues<typeof OPTIONS>;

/** `verify`: judges one webhook by the five rules. Exit code 0 accepted, 1 refused. */
export const verify = defineCommand('verify', {
  options: OPTIONS,
  examples: ['verify --header "t=…,v1=…" --body-file body.json --secret whsec_1', 'verify saved/webhook.json'],
  async run({ operands: [file], options, json }, terminal) {
    const { now, tolerance, dialect } = options;
    const message = file === undefined ? messageOf(options, terminal) : savedMessage(file, options, terminal);
    const verdict = verifySignature({
      ...message,
      now: now === undefined ? message.now : now * 1000,
      toleranceSeconds: tolerance ?? TOLERANCE_SECONDS,
      unit: dialect?.timestampUnit ?? message.unit,
    });
    const { accepted } = verdict;
    const reason = verdict.accepted ? null : verdict.reason;
    const text = reason === null ? 'accepted\n' : `refused: ${reason} (${MEANING[reason]})\n`;
    printResult(terminal, json, { accepted, reason }, text);
    return accepted ? 0 : 1;
  },
});

/** What is judged. `--now` and `--dialect` override its time and its unit. */
type Message = Pick<SignedMessage, 'header' | 'body' | 'secrets' | 'now'> & { readonly unit: TimestampUnit };

function messageOf({ header, bodyFile: body, secret: secrets }: Options, { world }: Terminal): Message {
  if (header === undefined || body === undefined || secrets.length === 0)
    throw missing('--header, --body-file and --secret, or a saved delivery');
  return { header, body, secrets, now: world.now(), unit: 's' };
}

/** A saved delivery has its own header and body; the secret may come from `SIGNING_SECRET`. */
function savedMessage(file: string, options: Options, terminal: Terminal): Message {
  if (options.header !== undefined || options.bodyFile !== undefined) {
    throw new HarnessError('option-misplaced', 'usage', 'a saved delivery has its own header and body', {
      next: 'leave out --header and --body-file, or the file',
    });
  }
  const delivery = readSavedDelivery(readFile(terminal.cwd, file).toString('utf8'), file);
  const { signingSecrets, signatureHeader } = settingsOf(terminal);
  const secrets = options.secret.length > 0 ? options.secret : signingSecrets;
  if (secrets.length === 0) throw missing('--secret, or SIGNING_SECRET');
  const { lines, unit } = signatureOfDelivery(delivery, options.dialect?.signatureHeader ?? signatureHeader);
  return { header: lines, body: delivery.body, secrets, now: delivery.at, unit };
}

function missing(what: string): HarnessError {
  return new HarnessError('option-missing', 'usage', `verify needs ${what}`, { next: ownCommand('verify', '--help') });
}

function seconds(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new InvalidValue(`"${text}"`, 'give a number of seconds that is not negative');
}
