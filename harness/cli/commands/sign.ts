import { formatTimestamp } from '../../core/timestamp.ts';
import { signatureHeader } from '../../webhooks/signature.ts';
import { defineCommand, printResult } from '../command.ts';
import { dialectFile, fileBytes } from '../options.ts';

/** `sign`: the signature header that a webhook with this body carries (Signature header). */
export const sign = defineCommand('sign', {
  options: {
    bodyFile: { value: 'FILE', parse: fileBytes, required: true, about: 'the raw bytes of the body' },
    secret: { value: 'S', repeatable: true, required: true, about: 'signing secret; several during rotation' },
    t: { value: 'T', about: 'the timestamp in the header; default: now' },
    dialect: { value: 'FILE', parse: dialectFile, about: 'dialect file with another unit of t' },
  },
  examples: ['sign --body-file body.json --secret whsec_1'],
  async run({ options, json }, terminal) {
    const now = BigInt(Math.floor(terminal.world.now())) * 1_000_000n;
    const t = options.t ?? formatTimestamp(now, options.dialect?.timestampUnit ?? 's');
    const header = signatureHeader(t, options.bodyFile, options.secret);
    printResult(terminal, json, { header, t }, `${header}\n`);
    return 0;
  },
});
