import { ODD_AMOUNTS, type OddAmount } from '../../formats/decimal.ts';
import { ID_KINDS, ID_WORDS } from '../../formats/new-id.ts';
import { key, keysOf, oneOf, strings, whole } from '../key.ts';

/** Deviating spellings of an event: in another letter case, or with blanks around it. */
export type EventSpelling = 'recased' | 'padded';

/** Keys that were added later. They come last, so that a seed still draws the same dialects. */
export const LATER_KEYS = {
  /** Forms of ids by kind, in the words of facts. Empty: `formats.ids`, or a fixture. Gap format.identifiers. */
  identifiers: keysOf(ID_KINDS, prefix => key<string>(ID_WORDS, '', `${prefix}_ and 16 letters and digits`)),
  requests: {
    /** Routes that accept a body of any media type. Gap request.unreadable-bodies. */
    anyMediaType: key<readonly string[]>(
      { description: 'an array of enquiry, simulate', type: 'array', items: { enum: ['enquiry', 'simulate'] } },
      [],
      ['enquiry', 'simulate'],
    ),
    /** The required form of an account number. Any other is an invalid request, not an unknown account. */
    accountNumbers: oneOf('any', 'digits', 'ten-digits'),
    /** The required form of a bank code. */
    bankCodes: oneOf('any', 'digits'),
    /** Amounts that a deposit may have although they are not positive decimals. Gap limits.amounts. */
    oddAmounts: key<readonly OddAmount[]>(
      {
        description: `an array of ${ODD_AMOUNTS.map(([kind]) => kind).join(', ')}`,
        type: 'array',
        items: { enum: ODD_AMOUNTS.map(([kind]) => kind) },
      },
      [],
      ['zero'],
    ),
  },
  mismatch: {
    /** The event types of a deposit with another amount. Empty: those of any deposit. Gap event.names. */
    eventTypes: strings('an array of event types', '.', []),
  },
  /** Signed events about no order, sent continuously, for example about customers and payouts. Gap event.names. */
  unrelated: {
    /** Their types. Empty: none are sent. */
    types: strings('an array of event types', '.', [], [], [], ['customer.updated', 'payout.created']),
    /** The time between two of them, in milliseconds. */
    everyMs: whole([10, 86_400_000], 1_000, 150, 4_000),
  },
  /** What the service accepts beyond the specification. */
  lenience: {
    /** Accepted spellings of events beyond the documented ones. Gap request.odd-values. */
    eventNames: key<readonly EventSpelling[]>(
      { description: 'an array of recased, padded', type: 'array', items: { enum: ['recased', 'padded'] } },
      [],
      [],
      ['recased', 'padded'],
      ['padded'],
    ),
    /**
     * Whether a repeated disburse that fires causes another `disbursement.completed`. A repetition under the same
     * Idempotency-Key never does. Gap simulate.repeated-step.
     */
    creditsAgain: oneOf<boolean>(false, true),
    /** Whether HEAD of an onramp order needs no API key. */
    openHead: oneOf<boolean>(false, true),
  },
} as const;
