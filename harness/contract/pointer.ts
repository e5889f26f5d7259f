import { escapePointer } from '../core/json.ts';

/** A JSON Pointer (RFC 6901) from its tokens, unescaped; no tokens are the whole document, `''`. */
export function pointerOf(...tokens: readonly (string | number)[]): string {
  return tokens.map(token => `/${escapePointer(String(token))}`).join('');
}

/** The tokens of a JSON Pointer, unescaped. */
export function tokensOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(token => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
