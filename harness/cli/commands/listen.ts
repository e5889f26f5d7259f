import { createHash } from 'node:crypto';
import { type Dialect, parseDialect } from '../../core/dialect.ts';
import { HarnessError } from '../../core/errors.ts';
import { isLoopback } from '../../core/loopback.ts';
import { Redactor } from '../../core/redaction.ts';
import { WebhookPointer } from '../../journeys/webhook-pointer.ts';
import { chooseProvider } from '../../tunnel/choose-provider.ts';
import { Probes } from '../../tunnel/probes.ts';
import { Tunnel } from '../../tunnel/tunnel.ts';
import { type Arrival, type Reply, startReceiver } from '../../webhooks/receiver.ts';
import { type Command, type Terminal, text } from '../command.ts';
import { settingsOf } from '../environment.ts';
import { forward } from '../listen/forward.ts';
import { Keeper } from '../listen/save.ts';
import { type Heard, show } from '../listen/show.ts';
import { understand } from '../listen/understand.ts';
import { readFile } from '../read-file.ts';
import { secretsOf } from '../secrets-of.ts';

/** `listen`: receives webhooks until interrupted, shows each with its verdict, and passes it on where asked. */
export const listen: Command = {
  name: 'listen',
  operands: '',
  arity: [0, 0],
  about: 'receives, verifies and shows webhooks live, until interrupted',
  options: {
    'forward-to': {
      type: 'string',
      value: 'URL',
      about: 'passes each on byte for byte, shows what the app answered, and answers its status',
    },
    save: { type: 'string', value: 'DIR', about: 'keeps each as a file that verify and resend take' },
    dialect: { type: 'string', value: 'FILE', about: 'how the webhooks are read; default: by what is usual' },
  },
  async run(given, terminal) {
    const { world, cwd } = terminal;
    const settings = settingsOf(terminal);
    const app = appOf(text(given, 'forward-to'));
    const folder = text(given, 'save');
    const keeper = folder === undefined ? undefined : new Keeper(cwd, folder);
    const file = text(given, 'dialect');
    const dialect: Dialect = file === undefined ? {} : parseDialect(readFile(terminal, file).toString('utf8'), file);
    const redactor = new Redactor(world.randomBytes(32));
    for (const secret of secretsOf(terminal)) redactor.addSecret(secret);
    const secrets = [...settings.signingSecrets];
    const dispatcher = world.dial({ proxied: app !== undefined && !isLoopback(app.hostname) });
    const seen = new Set<string>();
    const stop = new AbortController();
    const stopListening = terminal.onInterrupt(() => stop.abort());

    const take = async (arrival: Arrival): Promise<Reply> => {
      const { ours, complete, body } = arrival;
      const forwarded = app && ours && complete ? await forward(world, dispatcher, app, arrival) : undefined;
      const digest = createHash('sha256').update(body).digest('hex');
      const known = { dialect, secrets, now: arrival.at, ...headerName(settings.signatureHeader) };
      const understood = understand(arrival, known);
      const saved = ours && complete ? keeper?.keep(arrival.at, understood.event, arrival) : undefined;
      const heard: Heard = {
        at: new Date(arrival.at).toISOString(),
        ...understood,
        size: body.length,
        again: seen.has(digest),
        ours,
        complete,
        ...(forwarded && { forwarded }),
        ...(saved !== undefined && { saved }),
      };
      seen.add(digest);
      tell(terminal, given.json, heard);
      const status = forwarded === undefined ? 200 : 'status' in forwarded ? forwarded.status : 502;
      return { kind: 'status', status, refused: status >= 300 };
    };

    const provider = chooseProvider(world, settings);
    const probes = new Probes(world, world.randomBytes);
    // Only a service that is told the address afresh can be told an unguessable one.
    const path = settings.webhookCommand === undefined ? '' : `/${world.randomBytes(16).toString('hex')}`;
    const webhooks = new WebhookPointer(world, settings, said => redactor.text(said));
    const point = async (url: string) => {
      for (const value of await webhooks.point(url, stop.signal)) if (!secrets.includes(value)) secrets.push(value);
      if (given.json) terminal.out(`${JSON.stringify({ url })}\n`);
      else terminal.out(`Listening at ${url}\n`);
    };
    const receiver = await startReceiver({
      world,
      host: settings.receiverHost,
      port: settings.receiverPort,
      ...(path !== '' && { path }),
      stamp: () => world.now(),
      probe: arrival => probes.answer(arrival),
      take,
      malformed: code => terminal.err(`what came was no HTTP: ${code}\n`),
    });
    let lost: unknown;
    try {
      const tunnel = await Tunnel.open({
        world,
        provider,
        probes,
        receiver,
        path,
        random: world.randomBytes,
        stamp: () => world.now(),
        signal: stop.signal,
        trouble: ({ message }) => terminal.err(`The tunnel was broken: ${redactor.text(message)}\n`),
        seen: () => {},
        moved: point,
        lost: error => {
          lost = error;
          stop.abort();
        },
      });
      try {
        await point(tunnel.url);
        if (settings.webhookCommand === undefined)
          terminal.err('WEBHOOK_COMMAND is not set: point the webhooks of the service there by hand.\n');
        if (secrets.length === 0) terminal.err('SIGNING_SECRET is not set: nothing can be verified.\n');
        await aborted(stop.signal);
      } finally {
        await tunnel.close();
        await webhooks.release();
      }
      if (lost !== undefined) throw lost;
      return 0;
    } catch (thrown) {
      // Whatever an interrupt cut short is no failure.
      if (stop.signal.aborted && lost === undefined) return 0;
      throw thrown instanceof HarnessError ? thrown.cleaned(said => redactor.text(said)) : thrown;
    } finally {
      stopListening();
      await receiver.close();
      await dispatcher.destroy();
    }
  },
};

function tell(terminal: Terminal, json: boolean, heard: Heard): void {
  terminal.out(json ? `${JSON.stringify(heard)}\n` : show(heard));
}

function headerName(name: string | undefined): { readonly signatureHeader?: string } {
  return name === undefined ? {} : { signatureHeader: name };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function appOf(address: string | undefined): URL | undefined {
  if (address === undefined) return undefined;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw new HarnessError('option-invalid', 'usage', '--forward-to is no http:// or https:// address', {
    expected: 'the address that your app takes webhooks at, http://127.0.0.1:3000/webhooks',
  });
}
