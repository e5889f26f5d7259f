import { isObject, objectIn } from '../../base/json.ts';
import { isOk } from '../../evidence/answered.ts';
import type { Dialect } from '../../evidence/dialect.ts';
import type { Evidence, Exchange, RunInfo } from '../../evidence/evidence.ts';
import { type Change, type Drift, driftBetween } from '../../facts/drift.ts';
import { type FactsFile, isSeen, keyOf } from '../../facts/fact.ts';
import { perform } from '../../journeys/drive-plan.ts';
import { embeddedTarget } from '../../journeys/embedded-target.ts';
import { REMOTE_PAUSES } from '../../journeys/remote-target.ts';
import type { RunRequest } from '../../journeys/run-options.ts';
import type { Scenario } from '../../journeys/scenario.ts';
import type { Target } from '../../journeys/target.ts';
import { judge } from '../../judgement/checks/judge.ts';
import { ERROR_FIXTURES, FIXTURES } from '../../sandbox/index.ts';
import { simulatedWorld } from '../../world/simulated/simulated-world.ts';
import { type Original, observe } from './observed.ts';

/** A difference, with the twin's answer first. It is breaking if a consumer would notice it. */
type TwinDifference = Pick<Change, 'condition' | 'kind' | 'what' | 'breaking'>;

interface GapParity {
  readonly gap: string;
  /** The number of agreeing facts, among those that both runs could show. */
  readonly agree: number;
  readonly compared: number;
  /** Differences that a consumer would notice come first. */
  readonly differences: readonly TwinDifference[];
}

/** The distance of a twin from its original: of their facts, and of what they break. */
export interface Parity {
  readonly agree: number;
  readonly compared: number;
  /** Facts of the original that the twin's run did not show, or was less likely to show. */
  readonly notCompared: Drift['notExercised'];
  /** The number of differences that a consumer would notice. */
  readonly breaking: number;
  /** Every compared gap, in the order of the gaps. */
  readonly gaps: readonly GapParity[];
  /** What only the twin breaks of the contract, in words. */
  readonly breaches: readonly string[];
}

/** Drives the twin of an observed service and compares them. @param dialect the dialect of the twin */
export async function measureParity(
  observed: Original,
  dialect: Dialect,
  scenarios: readonly Scenario[],
): Promise<Parity> {
  const twin = observe(await driveTwin(observed.evidence, dialect, scenarios));
  const [breaches, known] = [twin, observed].map(breachesIn);
  return {
    ...parityBetween(observed.facts, twin.facts),
    breaches: [...(breaches ?? [])].flatMap(([id, message]) => (known?.has(id) ? [] : [message])),
  };
}

/** Compares the facts of a twin with those of its original, by the rules of drift. */
export function parityBetween(original: FactsFile, twin: FactsFile): Omit<Parity, 'breaches'> {
  const { changes, notExercised } = driftBetween(original, twin);
  const unshown = new Set(notExercised.map(keyOf));
  const seen = original.facts.filter(fact => isSeen(fact) && !unshown.has(keyOf(fact)));
  const changed = new Set(changes.map(keyOf));
  const gaps = [...new Set([...original.facts, ...twin.facts].map(({ gap }) => gap))].flatMap((gap): GapParity[] => {
    const own = seen.filter(fact => fact.gap === gap);
    const differences = changes.filter(change => change.gap === gap).map(differenceIn);
    const agree = own.filter(fact => !changed.has(keyOf(fact))).length;
    return own.length + differences.length === 0 ? [] : [{ gap, agree, compared: own.length, differences }];
  });
  return {
    agree: gaps.reduce((sum, { agree }) => sum + agree, 0),
    compared: seen.length,
    notCompared: notExercised,
    breaking: changes.filter(({ breaking }) => breaking).length,
    gaps,
  };
}

function differenceIn({ condition, kind, what, breaking }: Change): TwinDifference {
  return { ...(condition !== undefined && { condition }), kind, what, breaking };
}

/** The breaches of a service: messages by the id of the finding. */
function breachesIn({ evidence, learned }: Original): ReadonlyMap<string, string> {
  const { findings } = judge(evidence, learned.interpretations);
  const breaches = findings.filter(({ severity }) => severity === 'breach');
  return new Map(breaches.map(({ id, message }) => [id, message]));
}

/** Drives a twin like a recorded run: with the same scenarios, seed and number of orders. */
export function driveTwin(evidence: Evidence, dialect: Dialect, scenarios: readonly Scenario[]): Promise<Evidence> {
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

/** Resources that no sandbox has. */
const NO_ACCOUNT = { accountNumber: '9999999999', bankCode: '000' };
const NO_ORDER = 'onr_of_the_original';

/**
 * The conditions of a recorded run for a run against the twin. Existing resources of the original are replaced by the
 * twin's; missing ones do not exist in the twin either.
 */
function conditionsOf(evidence: Evidence): Partial<Target> {
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
    ...(!isEmbedded && REMOTE_PAUSES),
  };
}

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

/** The number of journeys driven at once, as in a run without `MAX_IN_FLIGHT`. */
const IN_FLIGHT = 16;

interface SimulatedRequest extends Pick<RunRequest, 'run' | 'seed' | 'scenarios' | 'suites' | 'only' | 'probeLimits'> {
  /** The dialect of the embedded sandbox. */
  readonly dialect: Dialect;
  /** The number of collection orders. Default: as many as the scenarios can use. */
  readonly orders?: number | undefined;
  /** The limits on waits for webhooks. Default: as on the embedded target. */
  readonly settings?: Partial<Pick<RunInfo['settings'], 'deliveryTimeoutMs' | 'redeliveryTimeoutMs'>>;
  /** What the run knows about its target. Default: the embedded sandbox. */
  readonly conditions?: Partial<Target>;
}

/**
 * Drives the embedded sandbox in simulated time, so that waits cost nothing and a request always gives the same
 * evidence.
 */
export async function simulateRun(options: SimulatedRequest): Promise<Evidence> {
  const { dialect, orders, settings = {}, conditions, ...request } = options;
  // Modules are loaded in real time before the simulation starts.
  await import('../../sandbox/start-sandbox.ts');
  const world = simulatedWorld(request.seed);
  return world.run(() =>
    perform({
      world,
      target: async () => {
        const target = await embeddedTarget({ world, service: world.service, settings, dialect });
        return { ...target, ...conditions, ...(orders !== undefined && { mostOrders: orders }) };
      },
      ...request,
      receiverHost: '127.0.0.1',
      receiverPort: 0,
      maxInFlight: IN_FLIGHT,
      secrets: [],
      sink: () => undefined,
      pseudonymKey: world.randomBytes(32),
    }),
  );
}
