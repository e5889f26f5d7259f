import { ODD_AMOUNTS, type OddAmount } from '../../formats/decimal.ts';
import { ID_KINDS, ID_WORDS, type IdKind } from '../../formats/new-id.ts';
import { key, keysOf, oneOf, strings, whole } from '../key.ts';

/** How an event may be written otherwise: in another letter case, or with blanks around it. */
export type EventSpelling = 'recased' | 'padded';

/** Keys that came later. They stand last, so that a seed still draws the dialects that it drew before. */
export const LATER_KEYS = {
  /** Forms of ids by kind, as facts say them; empty: that of `formats.ids`, or a fixture. Gap format.identifiers. */
  identifiers: keysOf(ID_KINDS, prefix => key<string>(ID_WORDS, '', `${prefix}_ and 16 letters and digits`)),
  requests: {
    /** Routes that take a body of any media type. Gap request.unreadable-bodies. */
    anyMediaType: key<readonly string[]>(
      { description: 'an array of enquiry, simulate', type: 'array', items: { enum: ['enquiry', 'simulate'] } },
      [],
      ['enquiry', 'simulate'],
    ),
    /** What an account number must be; another is an invalid request, not an account that is not found. */
    accountNumbers: oneOf('any', 'digits', 'ten-digits'),
    /** The same of a bank code. */
    bankCodes: oneOf('any', 'digits'),
    /** Amounts that a deposit may have though they are not positive decimals. Gap limits.amounts. */
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
  /** Ids that are JSON numbers in webhooks and replies, where their form is digits alone. Gap event.fields. */
  numericIds: key<readonly IdKind[]>(
    { description: 'an array of event, order', type: 'array', items: { enum: ['event', 'order'] } },
    [],
  ),
  mismatch: {
    /** The types that a deposit of another amount causes; empty: those of any deposit. Gap event.names. */
    eventTypes: strings('an array of event types', '.', []),
  },
  /** Signed events about no order, sent all the time in turn: of customers and payouts, say. Gap event.names. */
  unrelated: {
    /** Their types; empty: none are sent. */
    types: strings('an array of event types', '.', [], [], [], ['customer.updated', 'payout.created']),
    /** The time between two of them, in milliseconds. */
    everyMs: whole([10, 86_400_000], 1_000, 150, 4_000),
  },
  /** Where the service does more than it has to. */
  lenience: {
    /** How events may be written besides as documented. Gap request.odd-values. */
    eventNames: key<readonly EventSpelling[]>(
      { description: 'an array of recased, padded', type: 'array', items: { enum: ['recased', 'padded'] } },
      [],
      [],
      ['recased', 'padded'],
      ['padded'],
    ),
    /**
     * Whether a disburse that is repeated, and fires, causes another `disbursement.completed`. One that is repeated
     * under its key never does. Gap simulate.repeated-step.
     */
    creditsAgain: oneOf<boolean>(false, true),
    /** Whether HEAD of an onramp order needs no key. */
    openHead: oneOf<boolean>(false, true),
  },
} as const;
