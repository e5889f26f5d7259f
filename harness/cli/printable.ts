import { escapeUnit } from '../core/encodings.ts';
import { UNSEEN, visible } from '../report/visible.ts';

/** What begins a command of a CI workflow at the start of a line: `::error`, `::add-mask`. */
const LINE_COMMAND = /^([^\S\n]*):(?=:)/gm;
/** What begins one anywhere in a line: `##[error]`, `##vso[`, `##teamcity[`. */
const INLINE_COMMAND = /#(?=#[a-z]{0,20}\[)/gi;

/**
 * Text as it may be printed where a person or a CI workflow reads it, whatever a service, an adapter or a file put into
 * it: what cannot be seen is written out, and no line is a workflow command.
 */
export function printable(text: string): string {
  return visible(text).replace(LINE_COMMAND, '$1⟦U+003A⟧').replace(INLINE_COMMAND, '⟦U+0023⟧');
}

/** A value as JSON that may be printed. It parses to the same value. @param indent spaces; default: one line */
export function printableJson(value: unknown, indent?: number): string {
  const escaped = (text: string) => text.split('').map(escapeUnit).join('');
  return JSON.stringify(value, null, indent).replace(UNSEEN, escaped).replace(INLINE_COMMAND, escaped);
}
