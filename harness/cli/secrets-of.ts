import { Redactor, type Secret } from '../core/redaction.ts';
import type { Terminal } from './command.ts';
import { environmentOf } from './environment.ts';

/** Variables that hold secrets: those of the harness and of tunnel programs (NGROK_AUTHTOKEN, TUNNEL_TOKEN…). */
const SECRET_NAME = /^(API_KEY|SIGNING_SECRET)$|(TOKEN|PASSWORD|PASSPHRASE)$/;

/** Options and variables with a secret value: `--authtoken X`, `--token=X`, `NGROK_AUTHTOKEN=X`. */
const NAMED = /(?:token|secret|password|passphrase|authkey|auth)["']?(?:\s*=\s*|\s+)["']?([^\s"';|&()<>]+)/gi;
/** The user name of an ssh address: some providers take the token there. */
const USER = /(?:^|\s)([\w+.-]{12,})@[\w.-]+/g;

/** The words of a command line that are secrets, judged by the names before them. */
export function tokensIn(command: string): readonly string[] {
  return [...command.matchAll(NAMED), ...command.matchAll(USER)].map(([, token]) => token ?? '');
}

/** Everything in the environment that must not be written down. */
export function secretsOf(terminal: Terminal): readonly Secret[] {
  const env = environmentOf(terminal);
  const named = Object.entries(env).filter(([name]) => SECRET_NAME.test(name));
  return [
    ...named.flatMap(([name, text]) => (text ?? '').split(',').map(value => ({ name, value: value.trim() }))),
    ...tokensIn(env.TUNNEL_COMMAND ?? '').map(value => ({ name: 'TUNNEL_COMMAND', value })),
  ].filter(({ value }) => value !== '');
}

/** A redactor that knows the secrets of the environment, and these. */
export function redactorOf(terminal: Terminal, more: readonly Secret[] = []): Redactor {
  const redactor = new Redactor(terminal.world.randomBytes(32));
  for (const secret of [...more, ...secretsOf(terminal)]) redactor.addSecret(secret);
  return redactor;
}
