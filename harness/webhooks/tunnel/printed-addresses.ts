import type { World } from '../../world/world.ts';

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

/** The addresses in the output of a program. */
export interface PrintedAddresses {
  readonly found: readonly string[];
  /** A reader for the writes of one stream, in order. Streams are read apart, as one may split the lines of another. */
  reader(): (text: string) => void;
}

/** Finds addresses, however the program's writes split them. @param isOther whether an address is not the tunnel's */
export function printedAddresses(
  world: World,
  { pattern, template = '$&' }: AddressPattern = ANY_ADDRESS,
  isOther: (address: URL) => boolean = () => false,
): PrintedAddresses {
  const found: string[] = [];
  const search = (line: string) => {
    for (const [match, group = ''] of line.replace(ESCAPES, '').matchAll(new RegExp(pattern, 'gi'))) {
      const text = template
        .replace('$&', () => match)
        .replace('$1', () => group)
        .replace(/[.,;:!]+$/, '')
        .replace(/\/+$/, '');
      const address = URL.parse(text);
      if (address === null || /[?#]/.test(text) || isOther(address)) continue;
      if (found.length < MOST && !found.includes(text)) found.push(text);
    }
  };
  const reader = () => {
    let line = '';
    let writes = 0;
    return (text: string) => {
      const lines = (line + text).split(/\r\n|\r|\n/);
      line = (lines.pop() ?? '').slice(-LONGEST_LINE);
      for (const whole of lines) search(whole);
      const write = ++writes;
      world.after(SETTLED_MS, () => {
        if (write === writes) search(line);
      });
    };
  };
  return { found, reader };
}
