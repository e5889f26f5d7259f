/** A step of the names that begin alike; `replacement` where one ends. */
interface Node {
  readonly next: Map<number, Node>;
  replacement?: string;
}

/** Most steps that are kept, some tens of megabytes. Names beyond them are not found inside texts. */
const MOST_NODES = 500_000;

/** What a letter may follow and yet begin a name: an escape, although that ends in a letter or digit. */
const ESCAPE = /(?:%[0-9A-Fa-f]{2}|\\[bfnrt]|\\u[0-9A-Fa-f]{4})$/;

/**
 * Replaces names in a text, the longest at each place, but not inside words. The names form a tree that is walked from
 * every place where a word begins, so that the time does not depend on how many names there are; and since names are
 * short (`core/pseudonyms.ts`), it is linear in the text.
 */
export class NameFinder {
  readonly #root: Node = { next: new Map() };
  #nodes = 0;

  /** Replaces `name` from now on. */
  add(name: string, replacement: string): void {
    if (name === '' || this.#nodes + name.length > MOST_NODES) return;
    let node = this.#root;
    for (let at = 0; at < name.length; at++) {
      const code = name.charCodeAt(at);
      let next = node.next.get(code);
      if (next === undefined) {
        next = { next: new Map() };
        node.next.set(code, next);
        this.#nodes++;
      }
      node = next;
    }
    node.replacement ??= replacement;
  }

  /** The text with its names replaced. */
  replace(text: string): string {
    if (this.#nodes === 0) return text;
    const parts: string[] = [];
    let copied = 0;
    for (let at = 0; at < text.length; at++) {
      if (!this.#root.next.has(text.charCodeAt(at)) || !mayBegin(text, at)) continue;
      const found = this.#at(text, at);
      if (found === undefined) continue;
      parts.push(text.slice(copied, at), found.replacement);
      copied = found.end;
      at = found.end - 1;
    }
    return parts.join('') + text.slice(copied);
  }

  /** The longest name that stands at a place. */
  #at(text: string, from: number): { readonly end: number; readonly replacement: string } | undefined {
    let found: { end: number; replacement: string } | undefined;
    let node = this.#root.next.get(text.charCodeAt(from));
    for (let end = from + 1; node !== undefined; end++) {
      if (node.replacement !== undefined && !isWord(text.charCodeAt(end)))
        found = { end, replacement: node.replacement };
      node = node.next.get(text.charCodeAt(end));
    }
    return found;
  }
}

function mayBegin(text: string, at: number): boolean {
  return !isWord(text.charCodeAt(at - 1)) || ESCAPE.test(text.slice(Math.max(0, at - 6), at));
}

/** Whether a character is an ASCII letter or digit. */
function isWord(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}
