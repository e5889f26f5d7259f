import { HarnessError } from '../../base/errors.ts';
import { InvalidValue } from '../../base/parse-value.ts';
import type { TimestampUnit } from '../../base/timestamp.ts';
import { ownCommand } from '../../settings/own-command.ts';
import { explainRefusal, FAILED_RULES } from '../../webhooks/explain-refusal.ts';
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
import { dialectFile, fileBytes, givenSecrets } from '../options.ts';

/** The next step if no common mistake explains a refusal. */
const NEXT: { readonly [reason in RefusalReason]?: string } = {
  'signature-mismatch': 'it was signed with another secret, or over other bytes; use the raw body',
  'malformed-timestamp': 'set another unit of t with --dialect',
  'timestamp-too-old': 'set another time with --now',
  'timestamp-too-new': 'set another time with --now',
};

const OPTIONS = {
  header: { value: 'H', about: 'the value of the signature header' },
  bodyFile: { value: 'FILE', parse: fileBytes, about: 'the raw bytes of the body; - is stdin' },
  secret: { value: 'S', repeatable: true, about: 'signing secret, several during rotation; default: SIGNING_SECRET' },
  now: {
    value: 'T',
    parse: seconds,
    about: 'the current time, in Unix seconds; default: now, or the arrival time of a saved delivery',
  },
  tolerance: { value: 'S', parse: seconds, about: `tolerance in seconds; default: ${TOLERANCE_SECONDS}` },
  dialect: { value: 'FILE', parse: dialectFile, about: 'dialect file with another unit of t' },
} as const;

type VerifyFlags = OptionValues<typeof OPTIONS>;

/** `verify`: judges one webhook by the five rules. Exit code 0 accepted, 1 refused. */
export const command = defineCommand('verify', {
  options: OPTIONS,
  examples: ['verify --header "t=…,v1=…" --body-file body.json --secret whsec_1', 'verify saved/webhook.json'],
  async run({ operands: [file], options }, terminal) {
    const { now, tolerance, dialect } = options;
    const message = file === undefined ? messageOf(options, terminal) : savedMessage(file, options, terminal);
    const judged = {
      ...message,
      now: now === undefined ? message.now : now * 1000,
      toleranceSeconds: tolerance ?? TOLERANCE_SECONDS,
      unit: dialect?.timestampUnit ?? message.unit,
    };
    const verdict = verifySignature(judged);
    if (verdict.accepted) {
      printResult<'verify'>(terminal, { accepted: true, reason: null }, 'accepted\n');
      return 0;
    }
    const { reason } = verdict;
    const likely = explainRefusal(judged, reason) ?? NEXT[reason];
    const { rule, requirement } = FAILED_RULES[reason];
    const text = `refused: ${reason} (${rule})\n${likely === undefined ? '' : `likely: ${likely}\n`}`;
    printResult<'verify'>(terminal, { accepted: false, reason, requirement, rule, likely }, text);
    return 1;
  },
});

/** The judged message. `--now` and `--dialect` override its time and its unit. */
type JudgedMessage = Pick<SignedMessage, 'header' | 'body' | 'secrets' | 'now'> & { readonly unit: TimestampUnit };

function messageOf({ header, bodyFile: body, secret }: VerifyFlags, terminal: Terminal): JudgedMessage {
  if (header === undefined || body === undefined) {
    throw new HarnessError('option-missing', 'usage', 'verify needs --header and --body-file, or a saved delivery', {
      next: ownCommand('verify', '--help'),
    });
  }
  return { header, body, secrets: givenSecrets('verify', secret, terminal), now: terminal.world.now(), unit: 's' };
}

/** The message in a saved delivery, which has its own header and body. */
function savedMessage(file: string, options: VerifyFlags, terminal: Terminal): JudgedMessage {
  if (options.header !== undefined || options.bodyFile !== undefined) {
    throw new HarnessError('option-misplaced', 'usage', 'a saved delivery has its own header and body', {
      next: 'omit either --header and --body-file, or the file',
    });
  }
  const delivery = readSavedDelivery(readFile(terminal.cwd, file).toString('utf8'), file);
  const { signatureHeader } = settingsOf(terminal);
  const secrets = givenSecrets('verify', options.secret, terminal);
  const { lines, unit } = signatureOfDelivery(delivery, options.dialect?.signatureHeader ?? signatureHeader);
  return { header: lines, body: delivery.body, secrets, now: delivery.at, unit };
}

function seconds(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new InvalidValue(`"${text}"`, 'use a non-negative number of seconds');
}
