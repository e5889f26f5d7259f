import { styleText } from 'node:util';
import { attempted } from '../base/errors.ts';
import { isPlainWord, Redactor, type Secret } from '../evidence/redaction/redaction.ts';
import { printable, printableJson } from '../report/visible.ts';
import type { Annotation, HostProcess, Piece, Style, Terminal } from './command.ts';
import { environmentOf } from './environment.ts';

/** The terminal of a command with these arguments. It writes everything that is printed. */
export function openTerminal(host: HostProcess, args: readonly string[]): Terminal {
  const secrets = [...secretsOf(host), ...secretsIn(args)];
  const redactor = redactorOf({ ...host, secrets });
  const clean = (text: string) => printable(redactor.text(text));
  /** Styled text comes from the record, which already has pseudonyms, so that they agree with the reports. */
  const cleanRecorded = (text: string) => printable(redactor.withoutSecrets(text));
  return {
    ...host,
    ...{ secrets, json: false },
    out: text => host.out(clean(text)),
    err: text => host.err(clean(text)),
    print: (stream, pieces) => host[stream](textOf(pieces, host.colours[stream], cleanRecorded)),
    annotate: (stream, annotation) => host[stream](workflowCommand(annotation, cleanRecorded)),
    data: (value, indent) => host.out(`${printableJson(redactor.value(value), indent)}\n`),
    control: host.err,
  };
}

const FORMATS = {
  good: 'green',
  bad: 'red',
  warn: 'yellow',
  soft: 'dim',
  strong: 'bold',
} as const satisfies { readonly [style in Style]: string };

/** The text of some pieces, each cleaned; with style codes if the stream shows colours. */
function textOf(pieces: readonly Piece[], isColoured: boolean, clean: (text: string) => string): string {
  const parts = pieces.map(piece => (typeof piece === 'string' ? { text: piece } : piece));
  if (!isColoured) return clean(parts.map(({ text }) => text).join(''));
  const format = (style: Style, text: string) => styleText(FORMATS[style], text, { validateStream: false });
  return parts.map(part => ('style' in part ? format(part.style, clean(part.text)) : clean(part.text))).join('');
}

/** An annotation as a workflow command. @param clean makes a text safe to print */
function workflowCommand({ level, title, message }: Annotation, clean: (text: string) => string): string {
  const data = (text: string) => clean(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return `::${level} title=${data(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${data(message)}\n`;
}

/** Variables with secrets of the harness and of programs that it starts (NGROK_AUTHTOKEN…). */
const SECRET_NAME = /(API_?KEY|SECRET|TOKEN|PASSWORD|PASSPHRASE)$/;
/** Variables with secrets of the harness: lists of secrets of any length. */
const OWN_NAME = /^(API_KEY|SIGNING_SECRET)$/;
/** Shorter values of arguments and of other programs' variables may be ordinary words, in characters. */
const SHORTEST = 8;
/** Settings that contain a command line. */
const COMMANDS = ['WEBHOOK_COMMAND', 'ORDER_COMMAND', 'TUNNEL_COMMAND'];

/** A word of a command line, except for shell substitutions (`$TOKEN`) and options. */
const WORD = `["']?(?![-$\`{])([^\\s"'\`;|&()<>]+)`;
const NAMES = '(?:token|secret|passw(?:or)?d|passphrase|auth|auth-?key|api[-_]?key|access[-_]?key)';
/** Patterns for secrets. Words that JSON also uses are excluded. */
const TOKENS = [
  // `--authtoken X`, and the command `add-authtoken X` of ngrok.
  `(?:(?:^|\\s)--?[\\w-]*${NAMES}|authtoken)\\s+${WORD}`,
  // `--token=X`, `NGROK_AUTHTOKEN=X`, `X-API-Key: X`, `"token": "X"`.
  `${NAMES}["']?\\s*[=:]\\s*${WORD}`,
  // `curl -u name:X`.
  `(?:^|\\s)(?:-u|--user|--proxy-user)[\\s=]*["']?[^\\s"':]*:${WORD}`,
].map(source => new RegExp(source, 'gi'));
/** Patterns for likely secrets. Plain words are excluded, because sentences and addresses match, too. */
const LIKELY = [
  // `Authorization: Bearer X`.
  `\\b(?:bearer|basic)\\s+${WORD}`,
  // The user name of an ssh address. Some providers take the token there.
  '(?:^|\\s)([\\w+.-]{12,})@[\\w.-]+',
].map(source => new RegExp(source, 'gi'));
/** Words that occur throughout the evidence. Redacting them would change it. */
const COMMON = /^(?:true|false|null|none|bearer|basic|digest|\d{1,7})[\]},]*$/i;
/** An option whose value, the next argument, is a secret. */
const SECRET_OPTION = new RegExp(`^--?[\\w-]*${NAMES}$`, 'i');
/** The password in a URL: `http://name:X@proxy.example`. */
const IN_ADDRESS = /:\/\/[^\s/"'@:]*:([^\s/"'@$]+)@/g;

/** The secrets in a command line, recognised by the names before them. */
export function tokensIn(command: string): readonly string[] {
  const tokens = foundBy(TOKENS, command).filter(token => !COMMON.test(token));
  const likely = foundBy(LIKELY, command).filter(token => !isPlainWord(token));
  return [...new Set([...tokens, ...likely, ...passwordsIn(command)])];
}

function foundBy(patterns: readonly RegExp[], text: string): readonly string[] {
  return patterns.flatMap(pattern => [...text.matchAll(pattern)].map(([, found = '']) => found));
}

/** The passwords in the URLs of a text, both as written and decoded. */
function passwordsIn(text: string): readonly string[] {
  const written = [...text.matchAll(IN_ADDRESS)].map(([, password = '']) => password);
  return written.flatMap(password => [password, attempted(() => decodeURIComponent(password)) ?? password]);
}

/** All secrets in the environment, including proxy credentials and tokens in commands. */
export function secretsOf({ env: own, cwd }: Pick<HostProcess, 'env' | 'cwd'>): readonly Secret[] {
  // An unreadable `.env` contains nothing that a command could print.
  const env = { ...attempted(() => environmentOf({ env: own, cwd })), ...own };
  const found = Object.entries(env).flatMap(([name, text = '']) => {
    if (OWN_NAME.test(name)) return text.split(',').map(value => ({ name, value: value.trim() }));
    const whole = SECRET_NAME.test(name) && text.trim().length >= SHORTEST ? [text.trim()] : [];
    const inside = COMMANDS.includes(name) ? tokensIn(text) : passwordsIn(text);
    return [...new Set([...whole, ...inside])].map(value => ({ name, value }));
  });
  return found.filter(({ value }) => value !== '');
}

/** The arguments that are secrets, and the tokens in arguments. */
function secretsIn(args: readonly string[]): readonly Secret[] {
  const values = args.flatMap((arg, nth) => (SECRET_OPTION.test(args[nth - 1] ?? '') ? arg : []));
  return [...new Set([...values, ...[...args, args.join(' ')].flatMap(tokensIn)])]
    .filter(({ length }) => length >= SHORTEST)
    .map(value => ({ name: 'ARGUMENT', value }));
}

/** A redactor for the secrets of the environment, the arguments and `more`. */
export function redactorOf(terminal: Pick<Terminal, 'world' | 'secrets'>, more: readonly Secret[] = []): Redactor {
  const redactor = new Redactor(terminal.world.randomBytes(32));
  for (const secret of [...more, ...terminal.secrets]) redactor.addSecret(secret);
  return redactor;
}
