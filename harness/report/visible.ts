import { escapeUnit } from '../evidence/redaction/encodings.ts';

/**
 * Characters that are invisible or change how the text around them reads: controls, bidirectional marks and overrides,
 * zero-width and filler characters, tags, lone surrogates, and characters that XML does not allow.
 */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffe\uffff]/gu;

/**
 * Text from the wire made safe to read: unseen or reordering characters are written as `⟦U+202E⟧`. Line feeds and tabs
 * stay. The result is valid in HTML and in XML 1.0 once it is escaped.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, char => {
    const code = char.codePointAt(0) ?? 0;
    return `⟦U+${code.toString(16).toUpperCase().padStart(4, '0')}⟧`;
  });
}

/** The start of a CI workflow command at the start of a line: `::error`, `::add-mask`. */
const LINE_COMMAND = /^([^\S\n]*):(?=:)/gm;
/** The start of one anywhere in a line: `##[error]`, `##vso[`, `##teamcity[`. */
const INLINE_COMMAND = /#(?=#[a-z]{0,20}\[)/gi;

/**
 * Text of several lines from a service, an adapter or a file, made safe for a person and a CI workflow: visible, and
 * without workflow commands.
 */
export function printable(text: string): string {
  return visible(text).replace(LINE_COMMAND, '$1⟦U+003A⟧').replace(INLINE_COMMAND, '⟦U+0023⟧');
}

/** Visible text on one line: line feeds, tabs and inline commands are written out, too. Not for the start of a line. */
export function visibleLine(text: string): string {
  const line = visible(text).replaceAll('\n', '⟦U+000A⟧').replaceAll('\t', '⟦U+0009⟧');
  return line.replace(INLINE_COMMAND, '⟦U+0023⟧');
}

/** A value as JSON that is safe to print and parses to the same value. @param indent spaces; default: one line */
export function printableJson(value: unknown, indent?: number): string {
  const escaped = (text: string) => text.split('').map(escapeUnit).join('');
  return JSON.stringify(value, null, indent).replace(UNSEEN, escaped).replace(INLINE_COMMAND, escaped);
}
