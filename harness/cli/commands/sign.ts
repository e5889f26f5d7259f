import { formatTimestamp } from '../../base/timestamp.ts';
import { signatureHeader } from '../../webhooks/signature.ts';
import { defineCommand, printResult } from '../command.ts';
import { dialectFile, fileBytes, givenSecrets } from '../options.ts';

/** `sign`: prints the signature header for a webhook body (Signature header). */
export const command = defineCommand('sign', {
  options: {
    bodyFile: { value: 'FILE', parse: fileBytes, required: true, about: 'the raw bytes of the body; - is stdin' },
    secret: { value: 'S', repeatable: true, about: 'signing secret, several during rotation; default: SIGNING_SECRET' },
    t: { value: 'T', about: 'the timestamp in the header; default: now' },
    dialect: { value: 'FILE', parse: dialectFile, about: 'dialect file with another unit of t' },
  },
  examples: ['sign --body-file body.json --secret whsec_1'],
  async run({ options }, terminal) {
    const now = BigInt(Math.floor(terminal.world.now())) * 1_000_000n;
    const t = options.t ?? formatTimestamp(now, options.dialect?.timestampUnit ?? 's');
    const header = signatureHeader(t, options.bodyFile, givenSecrets('sign', options.secret, terminal));
    printResult<'sign'>(terminal, { header, t }, `${header}\n`);
    return 0;
  },
});
