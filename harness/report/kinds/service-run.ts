import { plural } from '../../base/plural.ts';
import { type Requirement, requirements } from '../../contract/requirements.ts';
import { isOwnAnswer } from '../../evidence/answered.ts';
import { writeStep } from '../../evidence/asked-event.ts';
import type { Evidence, Trouble } from '../../evidence/evidence.ts';
import { reasonOfSilence } from '../../journeys/plan/reason-to-skip.ts';
import { CHECKS } from '../../judgement/checks/index.ts';
import type { HiddenPlace } from '../../judgement/checks/judge.ts';
import { askForSetting } from '../../settings/settings.ts';
import { isLoopback } from '../../world/loopback.ts';
import { ordersDriven, periodOf } from '../run-in-words.ts';
import { areRefused } from '../statuses.ts';
import { type RunKind, type Shortfall, skipped } from './run-kind.ts';

/** A run against a service: live, sharded, merged or replayed. */
export function serviceRun(evidence: Evidence): RunKind {
  return {
    checks: CHECKS,
    judged: 'service',
    subject: 'The service',
    unseen: requirement => unseen(evidence, requirement),
    shortfalls: notExercised => shortfalls(evidence, notExercised),
    conformant(known) {
      const { suites, only = [], shards } = evidence.run.settings;
      if (shards && !evidence.run.merged) {
        const which = `shard ${shards.have.join()} of ${shards.of}`;
        return `No breach${known} in ${which}; \`merge\` judges all shards together.`;
      }
      const asked = only.length > 0 ? only : suites;
      if (asked.length > 0) return `No breach${known}; only ${asked.join(', ')} ran, as requested.`;
      return `No breach${known}; every testable requirement was exercised${withFewer(evidence)}.`;
    },
  };
}

/** The number of orders if the plan was shortened, because a rare breach needs many orders. */
function withFewer({ plans }: Evidence): string {
  if (plans.every(({ cut }) => cut === undefined)) return '';
  const orders = plans.map(ordersDriven);
  const sum = (of: 'planned' | 'driven') => orders.reduce((total, each) => total + each[of], 0);
  return `, with ${sum('driven')} of ${sum('planned')} orders`;
}

function unseen(evidence: Evidence, { id, untestable, binds, needs }: Requirement): ReturnType<RunKind['unseen']> {
  const { kind, url } = evidence.run.target;
  const reason =
    untestable?.always ??
    (kind === 'embedded' || kind === 'remote' ? untestable?.[kind] : undefined) ??
    (isLoopback(new URL(url).hostname) ? untestable?.loopback : undefined) ??
    untestable?.unseen ??
    (binds === 'consumer'
      ? 'it binds the integrator of the service; `gate` tests an SDK or a webhook handler against it'
      : undefined);
  if (reason !== undefined) return { status: 'not-testable', reason };
  const why = whyNotExercised(evidence, id, needs);
  return { status: 'not-exercised', reason: why, ...(isSilent(evidence, id) && { hidden: stepsOf(evidence) }) };
}

const NOTHING_HEARD = 'not one delivery reached the receiver';

function whyNotExercised(evidence: Evidence, id: string, needs: string | undefined): string {
  const { end, deliveries, scenarios } = evidence;
  if (end === undefined) return 'the record was cut off';
  if (end.reason !== 'done') return `the run was stopped: ${end.message ?? end.reason}`;
  if (!isAskedFor(evidence, id)) return whyNotAskedFor(evidence.run.settings);
  const silent = silentOperation(evidence, needs);
  if (silent) return silent;
  const setting = settingFor(evidence, needs);
  if (setting !== undefined) return `no observation showed it; ${askForSetting(setting, evidence.run)}`;
  const skipped = scenarios.find(({ outcome }) => outcome === 'skipped');
  if (skipped) return `${skipped.reason}${skipped.setting === undefined ? '' : `; see ${skipped.setting}`}`;
  if (deliveries.length > 0) return 'no observation shows it';
  return `${NOTHING_HEARD}; ${askForSetting('WEBHOOK_COMMAND', evidence.run)}`;
}

/** Whether scenarios for a requirement were skipped, because no step caused a webhook. */
function isSilent({ deliveries, end }: Evidence, requirement: string): boolean {
  const { suites = [] } = requirements().get(requirement) ?? {};
  return end?.reason === 'done' && deliveries.length === 0 && !suites.includes('contract');
}

/** The requirements that may be broken if no webhook arrives: those about webhooks, or about steps. */
const OF_SILENCE = ['event.every-step', 'event.completed-delivered', 'simulate.route', 'lifecycle.happy-path'];

/** The exchanges of the steps in each journey without networks, which may be unknown. */
function stepsOf({ journeys }: Evidence): readonly HiddenPlace[] {
  return journeys
    .filter(({ steps }) => steps.length > 0 && steps.every(step => writeStep(step) === step.event))
    .map(({ steps }) => ({ by: OF_SILENCE, evidence: steps.map(({ exchange }) => exchange) }));
}

function shortfalls(evidence: Evidence, notExercised: Parameters<RunKind['shortfalls']>[0]): readonly Shortfall[] {
  const missing = notExercised.filter(({ id }) => isAskedFor(evidence, id));
  return [
    ...(isKeyRefused(evidence) ? [{ what: 'the API key is refused everywhere', setting: 'API_KEY' }] : []),
    ...(isDeaf(evidence) ? [whyDeaf(evidence)] : []),
    ...evidence.troubles.filter(({ kind }) => kind === 'address-changed').map(addressChanged),
    ...skipped(evidence.scenarios),
    ...(evidence.run.merged ? missingShards(evidence.run) : []),
    ...missing.map(({ id, reason }) => shortfallOf(evidence, id, reason)),
  ];
}

/** The shortfall if another program changed the webhook address. No setting fixes it. */
function addressChanged({ from, to }: Trouble): Shortfall {
  const what = `another program changed the webhook address ${periodOf({ from, to: from })}`;
  const seen = `no webhook came until WEBHOOK_COMMAND ran again ${periodOf({ from: to, to })}`;
  return { what: `${what}; ${seen}, so let nothing else set it during a run`, cause: 'configuration' };
}

/** Whether a remote target got steps but sent no delivery, and no scenario was skipped for that reason. */
function isDeaf({ run, deliveries, journeys, scenarios }: Evidence): boolean {
  const took = journeys.some(({ steps }) => steps.length > 0);
  return (
    run.target.kind === 'remote' &&
    deliveries.length === 0 &&
    took &&
    scenarios.every(({ outcome }) => outcome !== 'skipped')
  );
}

function whyDeaf(evidence: Evidence): Shortfall {
  const { reason: what = '', setting } = reasonOfSilence(evidence);
  return setting === undefined ? { what, cause: 'service' } : { what, setting };
}

function shortfallOf(evidence: Evidence, id: string, reason: string | undefined): Shortfall {
  const needs = requirements().get(id)?.needs;
  const what = `${id}: ${reason}`;
  if (silentOperation(evidence, needs)) return { what, cause: 'service' };
  const setting = settingFor(evidence, needs);
  return { what, ...(setting !== undefined && { setting }) };
}

/** The operations that require the API key (Authentication), by the setting that provides their inputs. */
const OPERATIONS: ReadonlyMap<string | undefined, string> = new Map([
  ['BANK_ACCOUNTS', 'resolveBankAccount'],
  ['ONRAMP_ORDER_IDS', 'getOnrampOrder'],
]);

/** Says that the service answered no call of the operation for a setting, so the setting would not help. */
function silentOperation({ exchanges }: Evidence, needs: string | undefined): string | undefined {
  const operation = OPERATIONS.get(needs);
  const calls = exchanges.filter(exchange => operation !== undefined && exchange.operation === operation);
  if (calls.length === 0 || calls.some(isOwnAnswer)) return undefined;
  const statuses = [...new Set(calls.flatMap(({ response }) => response?.status ?? []))].join(', ');
  const many = `(${plural(calls.length, 'call')})`;
  if (statuses === '') return `no call of ${operation} was answered ${many}`;
  return `the service answered no call of ${operation} itself: ${statuses} ${many}`;
}

function missingShards({ settings: { shards } }: Evidence['run']): readonly Shortfall[] {
  return Array.from({ length: shards?.of ?? 0 }, (_, nth) => nth + 1)
    .filter(index => !shards?.have.includes(index))
    .map(index => ({ what: `shard ${index} of ${shards?.of} is missing from the merged runs` }));
}

function whyNotAskedFor({ shards, only }: Evidence['run']['settings']): string {
  if (only) return `only ${only.join(', ')} was requested`;
  return shards ? 'this is one shard; `merge` judges all shards' : 'only other suites were requested';
}

/** Whether the run covers a suite that exercises a requirement. Single scenarios and shards cover none. */
function isAskedFor({ run }: Evidence, requirement: string): boolean {
  const { suites, only, shards } = run.settings;
  if (only || (shards && !run.merged)) return false;
  return suites.length === 0 || (requirements().get(requirement)?.suites ?? []).some(suite => suites.includes(suite));
}

/**
 * The setting with which a remote target shows what `needs` one: the key if it was refused; an account if the given key
 * was useless.
 */
export function settingFor(evidence: Evidence, needs: string | undefined): string | undefined {
  if (needs === undefined || evidence.run.target.kind === 'embedded') return undefined;
  if (isKeyRefused(evidence)) return 'API_KEY';
  return needs === 'API_KEY' && evidence.run.settings.keyGiven ? 'BANK_ACCOUNTS' : needs;
}

/**
 * Whether the service refused every keyed call for something that may exist: among the operations that require the key,
 * or among all calls if there were none of those.
 */
export function isKeyRefused({ exchanges, run }: Evidence): boolean {
  const keyed = exchanges.filter(({ condition }) => [undefined, 'known', 'guessed'].includes(condition));
  const locked = keyed.filter(({ operation = '' }) => [...OPERATIONS.values()].includes(operation));
  return run.target.kind === 'remote' && areRefused(locked.length > 0 ? locked : keyed);
}
