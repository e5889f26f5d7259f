import { parseDialect } from '../../core/dialect.ts';
import { HarnessError } from '../../core/errors.ts';
import { formatTimestamp } from '../../core/timestamp.ts';
import { signatureHeader } from '../../webhooks/signature.ts';
import { type Command, list, text } from '../command.ts';
import { readFile } from '../read-file.ts';

/** `sign`: the signature header that a webhook with this body would carry (Signature header). */
export const sign: Command = {
  name: 'sign',
  operands: '',
  arity: [0, 0],
  about: 'prints the signature header value for a body',
  options: {
    'body-file': { type: 'string', value: 'FILE', about: 'the raw bytes of the body' },
    secret: { type: 'string', value: 'S', repeatable: true, about: 'signing secret; several during rotation' },
    t: { type: 'string', value: 'T', about: 'timestamp as it shall stand in the header; default now' },
    dialect: { type: 'string', value: 'FILE', about: 'dialect file that gives another unit of t' },
  },
  async run(given, terminal) {
    const file = text(given, 'body-file');
    const secrets = list(given, 'secret');
    if (file === undefined || secrets.length === 0) {
      throw new HarnessError('option-missing', 'usage', 'sign needs --body-file and --secret', { next: 'sign --help' });
    }
    const dialect = text(given, 'dialect');
    const unit =
      dialect === undefined
        ? 's'
        : (parseDialect(readFile(terminal, dialect).toString('utf8'), dialect).timestampUnit ?? 's');
    const t = text(given, 't') ?? formatTimestamp(BigInt(Math.floor(terminal.world.now())) * 1_000_000n, unit);
    const value = signatureHeader(t, readFile(terminal, file), secrets);
    terminal.out(given.json ? `${JSON.stringify({ header: value, t })}\n` : `${value}\n`);
    return 0;
  },
};
