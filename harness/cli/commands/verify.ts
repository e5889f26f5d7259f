import { parseDialect } from '../../core/dialect.ts';
import { HarnessError } from '../../core/errors.ts';
import { type RefusalReason, TOLERANCE_SECONDS, verifySignature } from '../../webhooks/signature.ts';
import { type Command, type Given, list, text } from '../command.ts';
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
  operands: '',
  arity: [0, 0],
  about: 'judges the signature of one webhook, naming the reason',
  options: {
    header: { type: 'string', value: 'H', about: 'the bare value of the signature header' },
    'body-file': { type: 'string', value: 'FILE', about: 'the raw bytes of the body' },
    secret: { type: 'string', value: 'S', repeatable: true, about: 'signing secret; several during rotation' },
    now: { type: 'string', value: 'T', about: 'the time to judge at, in unix seconds; default now' },
    tolerance: { type: 'string', value: 'S', about: `tolerance in seconds; default ${TOLERANCE_SECONDS}` },
    dialect: { type: 'string', value: 'FILE', about: 'dialect file that gives another unit of t' },
  },
  async run(given, terminal) {
    const header = text(given, 'header');
    const file = text(given, 'body-file');
    const secrets = list(given, 'secret');
    if (header === undefined || file === undefined || secrets.length === 0) {
      throw new HarnessError('option-missing', 'usage', 'verify needs --header, --body-file and --secret', {
        next: 'verify --help',
      });
    }
    const dialect = text(given, 'dialect');
    const unit =
      dialect === undefined
        ? 's'
        : (parseDialect(readFile(terminal, dialect).toString('utf8'), dialect).timestampUnit ?? 's');
    const now = seconds(given, 'now');
    const verdict = verifySignature({
      header,
      body: readFile(terminal, file),
      secrets,
      now: now === undefined ? terminal.world.now() : now * 1000,
      toleranceSeconds: seconds(given, 'tolerance') ?? TOLERANCE_SECONDS,
      unit,
    });
    const reason = verdict.accepted ? undefined : verdict.reason;
    if (given.json) terminal.out(`${JSON.stringify({ accepted: verdict.accepted, reason: reason ?? null })}\n`);
    else terminal.out(reason === undefined ? 'accepted\n' : `refused: ${reason} (${MEANING[reason]})\n`);
    return verdict.accepted ? 0 : 1;
  },
};

function seconds(given: Given, name: string): number | undefined {
  const value = text(given, name);
  if (value === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  throw new HarnessError('option-invalid', 'usage', `--${name} is "${value}"`, {
    expected: 'a number of seconds, not negative',
  });
}
