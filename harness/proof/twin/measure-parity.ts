import { isObject, objectIn } from '../../base/json.ts';
import { isOk } from '../../evidence/answered.ts';
import type { Dialect } from '../../evidence/dialect.ts';
import type { Evidence, Exchange } from '../../evidence/evidence.ts';
import type { Scenario } from '../../journeys/scenario.ts';
import type { Target } from '../../journeys/target.ts';
import { judge } from '../../judgement/checks/judge.ts';
import { FIXTURES } from '../../sandbox/index.ts';
import { Observed } from './observed.ts';
import { type Parity, parityBetween } from './parity.ts';
import { simulateRun } from './simulate-run.ts';
import { type NotModelled, type TwinDialect, twinDialect } from './twin-dialect.ts';

/** Drives the twin of an observed service and compares them. @param dialect the dialect of the twin */
export async function measureParity(
  observed: Observed,
  dialect: Dialect,
  scenarios: readonly Scenario[],
): Promise<Parity> {
  const twin = new Observed(await driveTwin(observed.evidence, dialect, scenarios));
  const [breaches, known] = [twin, observed].map(breachesIn);
  return {
    ...parityBetween(observed.facts, twin.facts),
    breaches: [...(breaches ?? [])].flatMap(([id, message]) => (known?.has(id) ? [] : [message])),
  };
}

/** The breaches of a service: messages by the id of the finding. */
function breachesIn({ evidence, learned }: Observed): ReadonlyMap<string, string> {
  const { findings } = judge(evidence, learned.interpretations);
  const breaches = findings.filter(({ severity }) => severity === 'breach');
  return new Map(breaches.map(({ id, message }) => [id, message]));
}

/** Drives a twin like a recorded run: with the same scenarios, seed and number of orders. */
function driveTwin(evidence: Evidence, dialect: Dialect, scenarios: readonly Scenario[]): Promise<Evidence> {
  const { run, seed, settings } = evidence.run;
  const driven = new Set(evidence.scenarios.map(({ id }) => id));
  return simulateRun({
    run: `twin of ${run}`,
    seed,
    dialect,
    scenarios: scenarios.filter(({ id }) => driven.has(id)),
    suites: settings.suites,
    only: settings.only,
    orders: evidence.orders?.length,
    settings,
    conditions: conditionsOf(evidence),
    probeLimits: scenarios.some(({ id, intrusive }) => intrusive === true && driven.has(id)),
  });
}

/** The whole observed dialect, and what its twin does differently from the original. */
export async function learnTwin(observed: Observed, scenarios: readonly Scenario[]): Promise<TwinDialect> {
  const dialect = twinDialect(observed);
  const { gaps } = await measureParity(observed, dialect, scenarios);
  return { ...dialect, notModelled: notModelledIn(gaps) };
}

/** The differences that a consumer would notice, by gap. */
function notModelledIn(gaps: Parity['gaps']): NotModelled {
  const felt = gaps.map(({ gap, differences }) => {
    const own = differences.filter(({ breaking }) => breaking);
    return [gap, own.map(({ breaking: _, kind: __, ...difference }) => difference)] as const;
  });
  return Object.fromEntries(felt.filter(([, own]) => own.length > 0));
}

/** The pauses of a run against a remote target, in milliseconds. */
const REMOTE = { quietMs: 1_000, holdMs: 10_000 };
/** Resources that no sandbox has. */
const NO_ACCOUNT = { accountNumber: '9999999999', bankCode: '000' };
const NO_ORDER = 'onr_of_the_original';

type ParityConditions = Pick<
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
 * The conditions of a recorded run for a run against the twin. Existing resources of the original are replaced by the
 * twin's; missing ones do not exist in the twin either.
 */
function conditionsOf(evidence: Evidence): ParityConditions & Partial<typeof REMOTE> {
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
      return isObject(objectIn(exchange.response?.body)?.account) ? withAccount : without;
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

/** The first call for each resource that was known or guessed. */
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
