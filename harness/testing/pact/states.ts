/**
 * The provider states, by their names in pacts. A state provides values to the interaction: `api_key`, and those in its
 * comment.
 */
export const STATES = {
  /** `account_number`, `bank_code` of an account that resolves. */
  resolvable: 'a bank account that resolves',
  /** `account_number`, `bank_code` of an enquiry that is answered with the status in its parameters. */
  enquiryError: 'an enquiry that ends in an error',
  /** `api_key` that no service accepts. */
  keyRefused: 'an API key that is not accepted',
  /** `order_id` of an onramp order with an account. */
  onrampWithAccount: 'an onramp order with an account',
  /** `order_id` of an onramp order without an account. */
  onrampWithoutAccount: 'an onramp order without an account',
  /** `order_id` of no onramp order. */
  noOnrampOrder: 'no such onramp order',
  /** `order_id` that is malformed. */
  onrampMalformed: 'a malformed id of an onramp order',
  /** `order_id` whose retrieval fails on the service's side. */
  onrampFailing: 'an onramp order whose retrieval fails',
  /** `order_id` of a collection order that can take the step in its parameters. */
  collectionOrder: 'a collection order that can take a step',
  /** A collection order that has taken the step in its parameters, whose webhook is the message. */
  steppedOrder: 'a collection order that has taken a step',
  /** No other values. */
  any: 'any client session',
} as const;

/** A provider state, by its name in a pact. */
export type State = (typeof STATES)[keyof typeof STATES];

/** Parameters of a state: the status of {@link STATES.enquiryError}, the step of an order. */
export type StateParams = { readonly [name: string]: unknown };
