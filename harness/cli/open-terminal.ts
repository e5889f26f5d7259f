import { styleText } from 'node:util';
import { escapeUnit } from '../evidence/redaction/encodings.ts';
import { Redactor } from '../evidence/redaction/redaction.ts';
import { INLINE_COMMAND, printable, UNSEEN } from '../report/visible.ts';
import type { Annotation, HostProcess, Piece, Style, Terminal } from './command.ts';
import { secretsIn, secretsOf } from './secrets-of.ts';

/** The terminal of a command with these arguments. It writes everything that is printed. */
export function openTerminal(host: HostProcess, args: readonly string[]): Terminal {
  const secrets = [...secretsOf(host), ...secretsIn(args)];
  const redactor = new Redactor(host.world.randomBytes(32));
  for (const secret of secrets) redactor.addSecret(secret);
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

/** A value as JSON that is safe to print and parses to the same value. @param indent spaces; default: one line */
export function printableJson(value: unknown, indent?: number): string {
  const escaped = (text: string) => text.split('').map(escapeUnit).join('');
  return JSON.stringify(value, null, indent).replace(UNSEEN, escaped).replace(INLINE_COMMAND, escaped);
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
