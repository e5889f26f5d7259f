import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { webAddress } from '../../base/parse-value.ts';
import type { Arrival } from '../../evidence/delivery.ts';
import { restoring, webhookPointer } from '../../journeys/remote-target.ts';
import { visibleLine } from '../../report/visible.ts';
import { ownReply, type Reply } from '../../webhooks/receiver.ts';
import { type SavedDelivery, writeSavedDelivery } from '../../webhooks/saved-delivery.ts';
import { isLoopback } from '../../world/loopback.ts';
import { defineCommand } from '../command.ts';
import { settingsOf } from '../environment.ts';
import { makeFolder, writing } from '../files.ts';
import { type Forwarded, forward, type Heard, understand } from '../listen/webhook.ts';
import { dialectFile, writtenPath } from '../options.ts';
import type { Outputs } from '../outputs.ts';
import { openReceiver } from '../outside-a-run.ts';

/** `listen`: receives webhooks until interrupted, shows each with its verdict, and optionally forwards it. */
export const command = defineCommand('listen', {
  options: {
    forwardTo: {
      value: 'URL',
      parse: webAddress,
      about: 'forwards each webhook unchanged, shows the response of the app, and answers with its status',
    },
    save: { value: 'DIR', parse: writtenPath, about: 'saves each webhook as a file for verify and resend' },
    dialect: { value: 'FILE', parse: dialectFile, about: 'how to read webhooks; default: by the usual names' },
  },
  examples: ['listen', 'listen --forward-to http://127.0.0.1:3000/webhooks --save deliveries'],
  async run({ options: { forwardTo: app, save: folder, dialect: given } }, terminal) {
    const { world, cwd } = terminal;
    const settings = settingsOf(terminal);
    const { signatureHeader } = settings;
    const dialect = { ...(signatureHeader !== undefined && { signatureHeader }), ...given };
    const saveDelivery = folder === undefined ? undefined : saveInto(cwd, folder);
    const secrets = [...settings.signingSecrets];
    const dispatcher = world.dial({ proxied: app !== undefined && !isLoopback(app.hostname) });
    const seen = new Set<string>();
    const stop = new AbortController();
    const stopListening = terminal.onInterrupt(() => stop.abort(), restoring(settings));

    let lost: unknown;
    const lose = (error: unknown) => {
      lost ??= error;
      stop.abort();
    };
    const save = (arrival: Arrival, event: string | undefined) => {
      try {
        return saveDelivery?.(arrival, event);
      } catch (thrown) {
        lose(thrown);
        return undefined;
      }
    };
    const take = async (arrival: Arrival): Promise<Reply> => {
      const { ours, complete, body, exceeds } = arrival;
      const own = ownReply(arrival);
      const forwarded = app && ours && complete ? await forward(world, dispatcher, app, arrival) : undefined;
      const digest = createHash('sha256').update(body).digest('hex');
      const understood = own ? {} : understand(arrival, dialect, secrets);
      const saved = ours && complete ? save(arrival, understood.event) : undefined;
      const heard: Heard = {
        at: new Date(arrival.at).toISOString(),
        ...understood,
        size: body.length,
        again: seen.has(digest),
        ours,
        complete,
        ...(exceeds && { problem: exceeds.message }),
        ...(forwarded && { forwarded }),
        ...(saved !== undefined && { saved }),
      };
      seen.add(digest);
      if (terminal.json) terminal.data(heard satisfies Outputs['listen']);
      else terminal.out(show(heard));
      if (own) return own;
      const status = forwarded === undefined ? 200 : 'status' in forwarded ? forwarded.status : 502;
      return { kind: 'status', status, refused: status >= 300 };
    };

    // The path is random only if WEBHOOK_COMMAND passes it to the service. A fixed address uses the root.
    const path = settings.webhookCommand === undefined ? '' : `/${world.randomBytes(16).toString('hex')}`;
    const webhooks = webhookPointer(world, settings);
    const point = async (url: string) => {
      for (const value of await webhooks.point(url, stop.signal)) if (!secrets.includes(value)) secrets.push(value);
      if (terminal.json) terminal.data({ url } satisfies Outputs['listen']);
      else terminal.out(`Listening at ${url}\n`);
    };
    try {
      const receiver = await openReceiver(world, settings, {
        path,
        signal: stop.signal,
        take,
        malformed: code => terminal.err(`received something other than HTTP: ${code}\n`),
        failed: message => terminal.err(`${message}\n`),
        trouble: ({ message }) => terminal.err(`The tunnel was interrupted: ${message}\n`),
        moved: point,
        lost: lose,
      });
      try {
        await point(receiver.url);
        if (settings.webhookCommand === undefined)
          terminal.err('WEBHOOK_COMMAND is not set: set this address in the service by hand.\n');
        if (secrets.length === 0) terminal.err('SIGNING_SECRET is not set: no signature can be verified.\n');
        if (!stop.signal.aborted) await once(stop.signal, 'abort');
      } finally {
        receiver.stop();
        await webhooks.release(true).finally(receiver.close);
      }
      if (lost !== undefined) throw lost;
      return 0;
    } catch (thrown) {
      // An interrupt may cut anything short. That is no failure.
      if (stop.signal.aborted && lost === undefined) return 0;
      throw thrown;
    } finally {
      stopListening();
      await dispatcher.destroy();
    }
  },
});

/**
 * Makes a folder for files that `verify` and `resend` read, one per webhook, in the order of arrival.
 * @returns a function that saves a webhook with its event and returns the file's path
 * @throws HarnessError `out-unwritable` (usage); the function: `out-unwritable` (unreachable)
 */
function saveInto(cwd: string, folder: string): (delivery: SavedDelivery, event?: string) => string {
  makeFolder(cwd, folder);
  let count = 0;
  return (delivery, event = 'webhook') => {
    const time = new Date(delivery.at).toISOString().replace(/[:.]/g, '-');
    const what = event.replace(/[^\w.-]+/g, '_').slice(0, 60);
    const file = join(folder, `${time}-${String(++count).padStart(4, '0')}-${what}.json`);
    const path = resolve(cwd, file);
    writing(file, () => writeFileSync(path, writeSavedDelivery(delivery), { flag: 'wx' }), 'unreachable');
    return file;
  };
}

/** A webhook on one line, and the app's answer below it. Control characters are made visible. */
function show(heard: Heard): string {
  const { at, verdict = 'unverified', event, order, delayMs, size, again, forwarded, saved } = heard;
  const mark = verdict === 'accepted' ? '✓' : verdict === 'unverified' ? '·' : '✗';
  const line = [
    at.slice(11, 23),
    `${mark} ${verdict}`,
    event ?? 'unknown event',
    order ?? 'no order',
    delayMs === undefined ? 'unsigned' : `${(delayMs / 1000).toFixed(1)} s`,
    `${size} B`,
    ...(heard.verifiedBy === undefined ? [] : [`by secret ${heard.verifiedBy.join(' and ')}`]),
    ...(again ? ['again'] : []),
    ...(heard.ours ? [] : ['other path: answered 404']),
    ...(heard.problem === undefined ? [] : [heard.problem]),
    ...(heard.complete || heard.problem !== undefined ? [] : ['cut short']),
  ];
  return [
    line.map(visibleLine).join('  '),
    ...(heard.why === undefined ? [] : [`             ${visibleLine(heard.why)}`]),
    ...(forwarded === undefined ? [] : [`             → ${visibleLine(answered(forwarded))}`]),
    ...(saved === undefined ? [] : [`             saved as ${saved}`]),
    '',
  ].join('\n');
}

function answered(forwarded: Forwarded): string {
  if ('problem' in forwarded) return `the app did not respond: ${forwarded.problem} (the sender got 502)`;
  const { status, tookMs, body } = forwarded;
  return `the app answered ${status} in ${tookMs} ms${body === '' ? '' : `: ${body}`}`;
}
