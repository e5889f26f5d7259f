/**
 * Characters that a reader would not see, or that would change how the text around them reads: controls, bidirectional
 * marks and overrides, zero-width and filling characters, tags, lone surrogates, and what XML does not allow.
 */
export const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffe\uffff]/gu;

/**
 * Text from the wire as a reader may safely see it: what would be unseen, or would reorder its neighbours, is written
 * out as `⟦U+202E⟧`. Line feeds and tabs stay. The outcome is valid in HTML and in XML 1.0 once it is escaped.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, char => {
    const code = char.codePointAt(0) ?? 0;
    return `⟦U+${code.toString(16).toUpperCase().padStart(4, '0')}⟧`;
  });
}

/** What begins a command of a CI workflow at the start of a line: `::error`, `::add-mask`. */
const LINE_COMMAND = /^([^\S\n]*):(?=:)/gm;
/** What begins one anywhere in a line: `##[error]`, `##vso[`, `##teamcity[`. */
export const INLINE_COMMAND = /#(?=#[a-z]{0,20}\[)/gi;

/**
 * Text of several lines as a person or a CI workflow may read it, whatever a service, an adapter or a file put into it:
 * visible, and without a line that is a command to the workflow.
 */
export function printable(text: string): string {
  return visible(text).replace(LINE_COMMAND, '$1⟦U+003A⟧').replace(INLINE_COMMAND, '⟦U+0023⟧');
}

/** Visible text on one line, which another text begins: line feeds, tabs and commands within it are written out too. */
export function visibleLine(text: string): string {
  const line = visible(text).replaceAll('\n', '⟦U+000A⟧').replaceAll('\t', '⟦U+0009⟧');
  return line.replace(INLINE_COMMAND, '⟦U+0023⟧');
}
