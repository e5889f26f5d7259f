import { type Dialect, parseDialect, type TimestampUnit } from '../../core/dialect.ts';
import { HarnessError } from '../../core/errors.ts';
import { readSavedDelivery } from '../../webhooks/saved-delivery.ts';
import {
  type RefusalReason,
  type SignedMessage,
  TOLERANCE_SECONDS,
  verifySignature,
} from '../../webhooks/signature.ts';
import { signatureOfDelivery } from '../../webhooks/signature-of-delivery.ts';
import { type Command, type Given, list, type Terminal, text } from '../command.ts';
import { settingsOf } from '../environment.ts';
import { readFile } from '../read-file.ts';

/** What each reason means, and what to look at. */
const MEANING: { readonly [reason in RefusalReason]: string } = {
  'no-header': 'the header is empty',
  'no-secret': 'there is no secret to verify with',
  'no-timestamp': 'the header has no t',
  'ambiguous-timestamp': 'the header has several t that differ',
  'malformed-timestamp': 't is not a number of the unit; --dialect gives another unit',
  'no-signature': 'the header has no v1',
  'signature-mismatch': 'no v1 matches: another secret, or another body than was signed (it must be the raw bytes)',
  'timestamp-too-old': 't is further in the past than the tolerance; --now judges at another time',
  'timestamp-too-new': 't is further in the future than the tolerance; --dialect gives another unit',
};

/** `verify`: judges one webhook by the five rules. Exit code 0 accepted, 1 refused. */
export const verify: Command = {
  name: 'verify',
  operands: '[FILE]',
  arity: [0, 1],
  about: 'judges the signature of one webhook, or of a saved delivery, naming the reason',
  options: {
    header: { type: 'string', value: 'H', about: 'the bare value of the signature header' },
    'body-file': { type: 'string', value: 'FILE', about: 'the raw bytes of the body' },
    secret: { type: 'string', value: 'S', repeatable: true, about: 'signing secret; several during rotation' },
    now: {
      type: 'string',
      value: 'T',
      about: 'the time to judge at, in unix seconds; default now, for a saved delivery when it came',
    },
    tolerance: { type: 'string', value: 'S', about: `tolerance in seconds; default ${TOLERANCE_SECONDS}` },
    dialect: { type: 'string', value: 'FILE', about: 'dialect file that gives another unit of t' },
  },
  async run(given, terminal) {
    const file = text(given, 'dialect');
    const dialect = file === undefined ? {} : parseDialect(readFile(terminal, file).toString('utf8'), file);
    const asked =
      given.positionals.length === 0 ? toldMessage(given, terminal) : savedMessage(given, terminal, dialect);
    const now = seconds(given, 'now');
    const verdict = verifySignature({
      ...asked,
      now: now === undefined ? asked.now : now * 1000,
      toleranceSeconds: seconds(given, 'tolerance') ?? TOLERANCE_SECONDS,
      unit: dialect.timestampUnit ?? asked.unit,
    });
    const reason = verdict.accepted ? undefined : verdict.reason;
    if (given.json) terminal.out(`${JSON.stringify({ accepted: verdict.accepted, reason: reason ?? null })}\n`);
    else terminal.out(reason === undefined ? 'accepted\n' : `refused: ${reason} (${MEANING[reason]})\n`);
    return verdict.accepted ? 0 : 1;
  },
};

/** What is judged; when, unless `--now` says otherwise; and in which unit, unless `--dialect` does. */
type Asked = Pick<SignedMessage, 'header' | 'body' | 'secrets' | 'now'> & { readonly unit: TimestampUnit };

function toldMessage(given: Given, terminal: Terminal): Asked {
  const header = text(given, 'header');
  const file = text(given, 'body-file');
  const secrets = list(given, 'secret');
  if (header === undefined || file === undefined || secrets.length === 0) {
    throw new HarnessError('option-missing', 'usage', 'verify needs --header, --body-file and --secret', {
      next: 'verify --help',
    });
  }
  return { header, body: readFile(terminal, file), secrets, now: terminal.world.now(), unit: 's' };
}

/** A saved delivery brings its header and body along; the secret may stand in `SIGNING_SECRET`. */
function savedMessage(given: Given, terminal: Terminal, { signatureHeader }: Dialect): Asked {
  const [file = ''] = given.positionals;
  if (text(given, 'header') !== undefined || text(given, 'body-file') !== undefined) {
    throw new HarnessError('option-misplaced', 'usage', 'a saved delivery has its own header and body', {
      next: 'leave --header and --body-file out, or the file',
    });
  }
  const delivery = readSavedDelivery(readFile(terminal, file).toString('utf8'), file);
  const settings = settingsOf(terminal);
  const told = list(given, 'secret');
  const secrets = told.length > 0 ? told : settings.signingSecrets;
  if (secrets.length === 0)
    throw new HarnessError('option-missing', 'usage', 'verify needs --secret, or SIGNING_SECRET', {
      next: 'verify --help',
    });
  const { lines, unit } = signatureOfDelivery(delivery, signatureHeader ?? settings.signatureHeader);
  return { header: lines, body: delivery.body, secrets, now: delivery.at, unit };
}

function seconds(given: Given, name: string): number | undefined {
  const value = text(given, name);
  if (value === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  throw new HarnessError('option-invalid', 'usage', `--${name} is "${value}"`, {
    expected: 'a number of seconds, not negative',
  });
}
