/** A bank account that a name enquiry can be asked about. */
interface BankAccount {
  readonly accountNumber: string;
  readonly bankCode: string;
}

/** An account that resolves, with what it resolves to. */
export interface ResolvableAccount extends BankAccount {
  readonly accountName: string;
  readonly bankName: string;
}

/**
 * What exists in every sandbox under the same names, so that a stranger's first run needs no settings. The magic
 * accounts and ids end in the outcome that they provoke.
 */
export const FIXTURES = {
  /** Accounts that a name enquiry resolves (4.1). */
  accounts: [
    { accountNumber: '0123456789', bankCode: '044', accountName: 'ADA TESTER', bankName: 'First Sandbox Bank' },
    { accountNumber: '9876543210', bankCode: '058', accountName: 'Zoë Ọlá-Testér', bankName: 'Bank of Examples & Co' },
    { accountNumber: '5550001234', bankCode: '101', accountName: 'EXAMPLE TRADING LTD', bankName: 'Harbour/Test Bank' },
  ],
  /** An account that is answered 400, as is every account that is not named here. */
  enquiry400: { accountNumber: '0000000400', bankCode: '044' },
  /** An account that is answered 401, although the key is accepted. */
  enquiry401: { accountNumber: '0000000401', bankCode: '044' },
  /** An account that is answered 500. */
  enquiry500: { accountNumber: '0000000500', bankCode: '044' },
  /** Onramp orders that can be read (4.2): the first carries a nested account, the second has none. */
  onrampOrderIds: ['onr_fixture_with_account', 'onr_fixture_without_account'],
  /** An onramp order id that is malformed. */
  onrampMalformedId: 'onr!fixture~400',
  /** An onramp order id that is answered with the internal error. */
  onrampFailingId: 'onr_fixture_500',
} as const satisfies { readonly accounts: readonly ResolvableAccount[] } & { readonly [name: string]: unknown };
