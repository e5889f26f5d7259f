import { isObject, jsonOf } from '../../base/json.ts';
import { isOk } from '../../evidence/answered.ts';
import type { Evidence, Exchange } from '../../evidence/evidence.ts';
import type { Target } from '../../journeys/target.ts';
import { FIXTURES } from '../../sandbox/index.ts';

/** Pauses of a run against a remote target, in milliseconds. */
const REMOTE = { quietMs: 1_000, holdMs: 10_000 };
/** Resources that no sandbox has. */
const NO_ACCOUNT = { accountNumber: '9999999999', bankCode: '000' };
const NO_ORDER = 'onr_of_the_original';

type Conditions = Pick<
  Target,
  | 'kind'
  | 'keyGiven'
  | 'bankAccounts'
  | 'bankAccountsKnown'
  | 'onrampOrderIds'
  | 'onrampOrdersKnown'
  | 'networks'
  | 'errorFixtures'
>;

/**
 * What a run knew of its target, for a run against the twin: of what the original had, the twin has its own, and what
 * the original did not have the twin is asked for in vain too.
 */
export function conditionsOf(evidence: Evidence): Conditions & Partial<typeof REMOTE> {
  const { settings, target } = evidence.run;
  const isEmbedded = target.kind === 'embedded';
  const [accounts, orders] = ['resolveBankAccount', 'getOnrampOrder'].map(operation => askedFor(evidence, operation));
  const steps = evidence.journeys.flatMap(journey => journey.steps);
  const isKnown = (own: readonly Exchange[] = []) => own.some(({ condition }) => condition === 'known');
  return {
    kind: isEmbedded ? 'embedded' : 'remote',
    keyGiven: settings.keyGiven,
    bankAccounts: (accounts ?? []).map((exchange, nth) =>
      isAnswered(exchange) ? (FIXTURES.accounts[nth % FIXTURES.accounts.length] ?? NO_ACCOUNT) : NO_ACCOUNT,
    ),
    bankAccountsKnown: isKnown(accounts),
    onrampOrderIds: (orders ?? []).map(exchange => {
      const [withAccount, without] = FIXTURES.onrampOrderIds;
      if (!isAnswered(exchange)) return NO_ORDER;
      const body = exchange.response && jsonOf(exchange.response.body)?.value;
      return isObject(body) && isObject(body.account) ? withAccount : without;
    }),
    onrampOrdersKnown: isKnown(orders),
    networks: settings.networksGiven ? [...new Set(steps.flatMap(step => step.receivedNetwork ?? []))] : [],
    errorFixtures: isEmbedded ? ERROR_FIXTURES : { enquiryErrors: [], onrampErrors: [] },
    ...(!isEmbedded && REMOTE),
  };
}

const ERROR_FIXTURES: Target['errorFixtures'] = {
  enquiryErrors: [FIXTURES.enquiry400, FIXTURES.enquiry500],
  onrampErrors: [FIXTURES.onrampMalformedId, FIXTURES.onrampFailingId],
};

/** The first call for each resource that was asked for because it is known, or may be known. */
function askedFor({ exchanges }: Evidence, operation: string): readonly Exchange[] {
  const own = exchanges.filter(
    exchange =>
      exchange.operation === operation && (exchange.condition === 'known' || exchange.condition === 'guessed'),
  );
  const resource = ({ request: { url, body } }: Exchange) => `${url} ${body?.text ?? ''}`;
  return [...Map.groupBy(own, resource).values()].flatMap(same => same.find(isAnswered) ?? same.slice(0, 1));
}

function isAnswered({ response }: Exchange): boolean {
  return isOk(response?.status ?? 0);
}
