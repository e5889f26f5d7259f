import { parseDialect } from '../../core/dialect.ts';
import { HarnessError } from '../../core/errors.ts';
import { DEFAULT_API_KEY, startSandbox } from '../../sandbox/index.ts';
import { type Command, list, text } from '../command.ts';
import { readFile } from '../read-file.ts';

/** `sandbox`: serves the embedded sandbox on its own, until interrupted. */
export const sandbox: Command = {
  name: 'sandbox',
  operands: '',
  arity: [0, 0],
  about: 'serves the embedded sandbox on its own, until interrupted',
  options: {
    port: { type: 'string', value: 'N', about: 'port on loopback; default 0, any' },
    db: { type: 'string', value: 'FILE', about: 'SQLite file that survives a restart; default memory' },
    dialect: { type: 'string', value: 'FILE', about: 'what to do where the specification is silent' },
    fault: {
      type: 'string',
      value: 'NAME',
      repeatable: true,
      about: 'a breach to commit; `explain faults` lists them',
    },
    'webhook-url': { type: 'string', value: 'URL', about: 'where webhooks go; PUT /_control/webhook changes it' },
    'signing-secret': {
      type: 'string',
      value: 'S',
      repeatable: true,
      about: 'signing secret; several during rotation; default random',
    },
    'api-key': { type: 'string', value: 'K', about: `the key that is accepted; default ${DEFAULT_API_KEY}` },
  },
  async run(given, terminal) {
    const port = text(given, 'port') ?? '0';
    if (!/^\d+$/.test(port) || Number(port) > 65_535) {
      throw new HarnessError('option-invalid', 'usage', `--port is "${port}"`, {
        expected: 'a number from 0 to 65535',
      });
    }
    const dialect = text(given, 'dialect');
    const webhookUrl = text(given, 'webhook-url');
    if (webhookUrl !== undefined && !/^https?:$/.test(URL.canParse(webhookUrl) ? new URL(webhookUrl).protocol : '')) {
      throw new HarnessError('option-invalid', 'usage', '--webhook-url is no http:// or https:// address');
    }
    const db = text(given, 'db');
    const apiKey = text(given, 'api-key');
    const secrets = list(given, 'signing-secret');
    const served = await startSandbox({
      world: terminal.world,
      port: Number(port),
      faults: list(given, 'fault'),
      ...(db !== undefined && { db }),
      ...(dialect !== undefined && { dialect: parseDialect(readFile(terminal, dialect).toString('utf8'), dialect) }),
      ...(webhookUrl !== undefined && { webhookUrl }),
      ...(secrets.length > 0 && { signingSecrets: secrets }),
      ...(apiKey !== undefined && { apiKey }),
    });
    terminal.out(`${JSON.stringify({ url: served.url })}\n`);
    terminal.err(
      'Serving until interrupted. What a person needs beyond the specification is under /_control (README).\n',
    );
    await new Promise<void>(resolve => terminal.onInterrupt(resolve));
    await served.close();
    return 0;
  },
};
