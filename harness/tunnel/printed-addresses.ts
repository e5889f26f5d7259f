import type { World } from '../core/world.ts';

/** How a program's words give its public address, where any http(s) address that it prints would be too many. */
export interface AddressPattern {
  /** Matches the address, or what {@link template} makes one of. */
  readonly pattern: RegExp;
  /** What to make of the match (`$&`) and its first group (`$1`). Default: the match itself. */
  readonly template?: string;
}

const ANY_ADDRESS: AddressPattern = { pattern: /https?:\/\/[^\s"'<>|\\^`{}[\]()\u0000-\u001f]+/ };
/** Colours, cursor movements and titles of terminals. */
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
/** An address at the end of what came so far may go on in the next write; after so long it does not, in milliseconds. */
const SETTLED_MS = 300;
/** The longest line that is looked at, in characters. */
const LONGEST_LINE = 16_384;
/** The most addresses that are kept: a flood of log must not become a flood of requests. */
const MOST = 50;

/** Finds the addresses in what a program prints, however its writes cut them. */
export class PrintedAddresses {
  readonly found: string[] = [];
  readonly #world: World;
  readonly #pattern: AddressPattern;
  readonly #passOver: (address: URL) => boolean;

  /** @param passOver addresses that are none of the tunnel's */
  constructor(world: World, pattern: AddressPattern = ANY_ADDRESS, passOver: (address: URL) => boolean = () => false) {
    this.#world = world;
    this.#pattern = pattern;
    this.#passOver = passOver;
  }

  /** @returns what takes the writes of one stream, in order: those of another may fall in the middle of its lines */
  reader(): (text: string) => void {
    let line = '';
    let writes = 0;
    return text => {
      const lines = (line + text).split(/\r\n|\r|\n/);
      line = (lines.pop() ?? '').slice(-LONGEST_LINE);
      for (const whole of lines) this.#look(whole);
      const write = ++writes;
      this.#world.after(SETTLED_MS, () => {
        if (write === writes) this.#look(line);
      });
    };
  }

  #look(line: string): void {
    const { pattern, template = '$&' } = this.#pattern;
    for (const [match, group = ''] of line.replace(ESCAPES, '').matchAll(new RegExp(pattern, 'gi'))) {
      const text = template
        .replace('$&', () => match)
        .replace('$1', () => group)
        .replace(/[.,;:!]+$/, '')
        .replace(/\/+$/, '');
      const address = URL.canParse(text) ? new URL(text) : undefined;
      if (address === undefined || /[?#]/.test(text) || this.#passOver(address)) continue;
      if (this.found.length < MOST && !this.found.includes(text)) this.found.push(text);
    }
  }
}
