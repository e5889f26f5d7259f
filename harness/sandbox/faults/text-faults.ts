import type { RouteName } from '../http/call.ts';
import type { Fault, FaultHooks, Faults } from './fault.ts';
import { onOkBytes } from './hooks.ts';

/** Members in place of one decimal string that parsers read differently or refuse. */
const TWICE = {
  'number-then-text': (name: string, text: string) => `"${name}":${text},"${name}":"${text}"`,
  'null-then-text': (name: string, text: string) => `"${name}":null,"${name}":"${text}"`,
} as const;

/** Faults of JSON text, which a parser hides (Wire conventions). */
export const TEXT_FAULTS: Faults = {
  'wire.decimal-strings': {
    'onramp-amount-twice': [
      'An onramp order has its source amount twice: as a number, then as a string.',
      inReplies('onramp', 'source_amount', TWICE['number-then-text']),
    ],
    'webhook-amount-twice': [
      'Webhooks have an amount twice: as a number, then as a string.',
      { eventBytes: bytes => spelled(bytes, 'amount', TWICE['number-then-text']) },
    ],
  },
  'onramp.fields': {
    'onramp-rate-twice': [
      'An onramp order has its rate twice: as null, then as a string.',
      inReplies('onramp', 'quoted_rate', TWICE['null-then-text']),
    ],
  },
  'enquiry.data': {
    'enquiry-name-twice': [
      'A verified account has its name twice: as null, then as a string.',
      inReplies('enquiry', 'account_name', TWICE['null-then-text']),
    ],
  },
  'wire.json': Object.fromEntries(
    ['NaN', 'Infinity', '-Infinity'].flatMap((word): [string, Fault][] => {
      const name = word.toLowerCase().replace('-', 'minus-');
      const unquoted = (member: string) => `"${member}":${word}`;
      return [
        [`onramp-${name}`, [`The rate of an onramp order is ${word}.`, inReplies('onramp', 'quoted_rate', unquoted)]],
        [
          `webhook-${name}`,
          [`An amount in webhooks is ${word}.`, { eventBytes: bytes => spelled(bytes, 'amount', unquoted) }],
        ],
      ];
    }),
  ),
};

type Spelling = (name: string, text: string) => string;

/** Rewrites a member in the successful replies of a route. */
function inReplies(route: RouteName, name: string, spelling: Spelling): FaultHooks {
  return onOkBytes(route, bytes => spelled(bytes, name, spelling));
}

/** A JSON text with every string member of this name rewritten; `undefined` if there is none. */
function spelled(bytes: Buffer, name: string, spelling: Spelling): Buffer | undefined {
  const text = bytes.toString();
  const changed = text.replaceAll(new RegExp(`"${name}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)"`, 'g'), (_, value: string) =>
    spelling(name, value),
  );
  return changed === text ? undefined : Buffer.from(changed);
}
