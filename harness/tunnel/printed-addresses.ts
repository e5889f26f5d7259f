import type { World } from '../core/world.ts';

/** How to find the public address in the output of a program that prints other addresses too. */
export interface AddressPattern {
  /** Matches the address, or what {@link template} needs to make it. */
  readonly pattern: RegExp;
  /** The address, from the match (`$&`) and its first group (`$1`). Default: the match itself. */
  readonly template?: string;
}

const ANY_ADDRESS: AddressPattern = { pattern: /https?:\/\/[^\s"'<>|\\^`{}[\]()\u0000-\u001f]+/ };
/** Colours, cursor movements and titles of terminals. */
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
/** After this many milliseconds, an address at the end of the output so far is complete. */
const SETTLED_MS = 300;
/** The longest line that is searched, in characters. */
const LONGEST_LINE = 16_384;
/** The most addresses that are kept: much output must not become many requests. */
const MOST = 50;

/** Finds the addresses in the output of a program, however its writes split them. */
export class PrintedAddresses {
  readonly found: string[] = [];
  readonly #world: World;
  readonly #pattern: AddressPattern;
  readonly #isOther: (address: URL) => boolean;

  /** @param isOther whether an address is not the tunnel's */
  constructor(world: World, pattern: AddressPattern = ANY_ADDRESS, isOther: (address: URL) => boolean = () => false) {
    this.#world = world;
    this.#pattern = pattern;
    this.#isOther = isOther;
  }

  /** A reader for the writes of one stream, in order. Streams are read apart, as one may split the lines of another. */
  reader(): (text: string) => void {
    let line = '';
    let writes = 0;
    return text => {
      const lines = (line + text).split(/\r\n|\r|\n/);
      line = (lines.pop() ?? '').slice(-LONGEST_LINE);
      for (const whole of lines) this.#search(whole);
      const write = ++writes;
      this.#world.after(SETTLED_MS, () => {
        if (write === writes) this.#search(line);
      });
    };
  }

  #search(line: string): void {
    const { pattern, template = '$&' } = this.#pattern;
    for (const [match, group = ''] of line.replace(ESCAPES, '').matchAll(new RegExp(pattern, 'gi'))) {
      const text = template
        .replace('$&', () => match)
        .replace('$1', () => group)
        .replace(/[.,;:!]+$/, '')
        .replace(/\/+$/, '');
      const address = URL.canParse(text) ? new URL(text) : undefined;
      if (address === undefined || /[?#]/.test(text) || this.#isOther(address)) continue;
      if (this.found.length < MOST && !this.found.includes(text)) this.found.push(text);
    }
  }
}
