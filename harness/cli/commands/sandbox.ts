import { webAddress, wholeNumber } from '../../base/parse-value.ts';
import { DEFAULT_API_KEY, startSandbox } from '../../sandbox/index.ts';
import { defineCommand } from '../command.ts';
import { dialectFile, faultName, writtenPath } from '../options.ts';
import type { Outputs } from '../outputs.ts';

/** `sandbox`: serves the embedded sandbox until interrupted. */
export const command = defineCommand('sandbox', {
  options: {
    port: { value: 'N', parse: wholeNumber(0, 65_535), about: 'port on loopback; default: 0, any' },
    db: { value: 'FILE', parse: writtenPath, about: 'SQLite file, which survives restarts; default: in memory' },
    dialect: { value: 'FILE', parse: dialectFile, about: 'dialect file; default: the default of each key' },
    fault: {
      value: 'NAME',
      parse: faultName,
      repeatable: true,
      about: 'a breach to commit; `explain` lists them',
    },
    webhookUrl: {
      value: 'URL',
      parse: text => webAddress(text) && text,
      about: 'webhook address; PUT /_control/webhook changes it',
    },
    signingSecret: {
      value: 'S',
      repeatable: true,
      about: 'signing secret; several during rotation; default: random',
    },
    apiKey: { value: 'K', about: `the accepted API key; default: ${DEFAULT_API_KEY}` },
  },
  examples: ['sandbox --port 4800', 'sandbox --port 4800 --fault completed-after-fail'],
  async run({ options: { fault: faults, signingSecret: signingSecrets, ...others } }, terminal) {
    const served = await startSandbox({
      ...others,
      world: terminal.world,
      faults,
      ...(signingSecrets.length > 0 && { signingSecrets }),
    });
    terminal.data({ url: served.url } satisfies Outputs['sandbox']);
    terminal.err('Serving until interrupted. Control routes are under /_control.\n');
    await new Promise<void>(resolve => terminal.onInterrupt(resolve));
    await served.close();
    return 0;
  },
});
