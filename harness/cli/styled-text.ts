import { styleText } from 'node:util';

/** How a part of a text looks on a terminal that shows colours. Its words and signs say the same without. */
export type Style = 'good' | 'bad' | 'warn' | 'soft' | 'strong';

/** A text, or one with a style. */
export type Piece = string | { readonly style: Style; readonly text: string };

const FORMATS = {
  good: 'green',
  bad: 'red',
  warn: 'yellow',
  soft: 'dim',
  strong: 'bold',
} as const satisfies { readonly [style in Style]: string };

/** A text with a style. */
export function styled(style: Style, text: string): Piece {
  return { style, text };
}

/** The text of some pieces, without their styles. */
export function plainText(pieces: readonly Piece[]): string {
  return pieces.map(piece => (typeof piece === 'string' ? piece : piece.text)).join('');
}

/** The text of some pieces with the codes of their styles. @param clean makes a text safe to print */
export function colouredText(pieces: readonly Piece[], clean: (text: string) => string): string {
  return pieces
    .map(piece =>
      typeof piece === 'string'
        ? clean(piece)
        : styleText(FORMATS[piece.style], clean(piece.text), { validateStream: false }),
    )
    .join('');
}

/**
 * Whether a stream shows colours: as `FORCE_COLOR` says, else not where `NO_COLOR` is set, else on a terminal.
 *
 * @param isTerminal whether the stream is one
 */
export function showsColours(
  { FORCE_COLOR: force, NO_COLOR: none, TERM: term }: { readonly [name: string]: string | undefined },
  isTerminal: boolean,
): boolean {
  if (force !== undefined) return force !== '0' && force !== 'false';
  return !none && isTerminal && term !== 'dumb';
}
