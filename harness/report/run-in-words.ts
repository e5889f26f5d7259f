import { plural } from '../base/plural.ts';
import type { Evidence, Trouble } from '../evidence/evidence.ts';
import { type PlanRecord, shardOfId } from '../evidence/run-info.ts';
import { code, type Line } from './blocks.ts';
import { unasked } from './kinds/run-kind.ts';
import type { RunIndex } from './run-index.ts';
import type { Summary } from './summary.ts';
import { duration, list, moment, startSentence } from './wording.ts';

/** Trouble in words. Absent if its message says it. */
const TROUBLES: { readonly [kind in Trouble['kind']]?: string } = {
  'target-unreachable': 'the service could not be reached',
  stall: 'this machine stood still',
  'tunnel-down': 'the tunnel was down',
};

/** The most named webhooks that trouble affected. */
const MOST_NAMED = 8;

/** The period of trouble: `from 03:12:05 to 03:12:31 UTC`. */
export function periodOf({ from, to }: Pick<Trouble, 'from' | 'to'>): string {
  const [begin, end] = [from, to].map(at => moment(at).slice('2026-11-03 '.length));
  return begin === end ? `at ${begin}` : `from ${begin?.replace(' UTC', '')} to ${end}`;
}

/** Trouble for the terminal and the report: what, when, why, and which webhooks were awaited then. */
export function troubleInWords(trouble: Trouble, { waits, journeys }: Evidence): string {
  const { kind, from, to, message, shard = '' } = trouble;
  const period = periodOf(trouble);
  const what = TROUBLES[kind] === undefined ? period : `${TROUBLES[kind]} ${period}`;
  const touched = waits.flatMap(wait => {
    if (wait.kind === 'quiet' || wait.from > to || wait.to < from || shardOfId(wait.since) !== shard) return [];
    const journey = journeys.find(({ id }) => id === wait.journey);
    return journey ? { ...journey, why: journey.steps.find(step => step.exchange === wait.since)?.event } : [];
  });
  const names = touched.map(({ order, why = 'redelivery' }) => `${order} (${why})`);
  const awaited = `${plural(names.length, 'webhook')} awaited meanwhile: ${list(names, MOST_NAMED)}`;
  return `${startSentence(what)}: ${message}${names.length > 0 ? `; ${awaited}` : ''}`;
}

/** The number of planned orders and of driven ones. */
export function ordersDriven({ scenarios }: Pick<PlanRecord, 'scenarios'>) {
  const sum = (of: 'planned' | 'driven') => scenarios.reduce((total, scenario) => total + scenario[of], 0);
  return { planned: sum('planned'), driven: sum('driven') };
}

/**
 * How a plan was shortened, for the terminal and the report: the number of driven orders, the reason, and the scenarios
 * that get fewer. `undefined` if it was not.
 */
export function cutInWords(plan: PlanRecord) {
  const { cut, scenarios, slowestMs } = plan;
  if (cut === undefined) return undefined;
  const { planned: all, driven } = ordersDriven(plan);
  const mend = cut === 'orders-ended' ? '' : `; --orders ${all} drives all`;
  return {
    what: `The run drives ${driven} of ${all} orders, because ${WHY_CUT[cut](slowestMs)}${mend}.`,
    scenarios: scenarios
      .filter(({ planned, driven }) => driven < planned)
      .map(({ id, planned, driven }) => `${id}: ${driven} of ${planned} orders`),
  };
}

const WHY_CUT: { readonly [C in NonNullable<PlanRecord['cut']>]: (slowestMs: number) => string } = {
  'webhooks-slow': slowestMs => `webhooks take up to ${duration(slowestMs)}`,
  'one-at-a-time': () => 'orders go one at a time: the webhooks of their first steps name no order',
  'out-of-time': slowestMs =>
    `orders that no scenario needs begin only early in a run; webhooks take up to ${duration(slowestMs)}`,
  'orders-ended': () => 'there are no more orders',
};

/** The names and values at the top of a report: what ran, and the numbers of it. */
export function runFacts(index: RunIndex): readonly (readonly [name: string, value: Line])[] {
  const { summary, evidence } = index;
  const { gate, dialect } = summary;
  const facts: readonly (readonly [name: string, value: Line])[] = [
    ['Target', [code(summary.target.url), ` (${summary.target.kind})`]],
    ['Started', moment(summary.startedAt)],
    ['Took', duration(Math.max(0, index.view.until - evidence.run.at))],
    ['Run', code(summary.run)],
    ['Seed', String(summary.seed)],
    ['Exit code', `${summary.exitCode}${summary.cause === 'none' ? '' : `, cause: ${summary.cause}`}`],
    ['Tunnel', tunnelOf(evidence)],
    ['Injected faults', evidence.run.faults?.join(', ')],
    ['Gate', gate && `edition ${gate.edition}${gate.only === undefined ? '' : `, only ${gate.only}`}`],
    ['SDK', gate?.adapter && `${gate.adapter.language}, clock ${gate.adapter.clock}`],
    ['Dialect', dialect && dialectOf(dialect)],
  ];
  const counts = countRows(summary).map(([name, value]) => [startSentence(name), value] as const);
  return [...facts.filter(([, value]) => value !== undefined), ...counts];
}

/** Where the dialect comes from. The facts show each part of it. */
function dialectOf({ held, interpretations }: NonNullable<Summary['dialect']>): string {
  const fitting = interpretations.length;
  const best = fitting > 1 ? `; of ${fitting} that fit, the one that explains the run best` : '';
  return `${held ? 'as configured' : 'learned in this run'}${best}`;
}

/** The tunnel, and how often it moved; `undefined` for a direct connection. */
function tunnelOf({ tunnels }: Evidence): string | undefined {
  const [first, ...more] = tunnels.filter(({ kind }) => kind !== 'direct');
  const moves = more.length > 0 ? [`moved ${plural(more.length, 'time')}`] : [];
  return first && [...new Set([first.kind, first.name, ...moves])].join(', ');
}

/** The numbers of a run, as names and values below its verdict. */
export function countRows(summary: Summary): readonly (readonly [string, string])[] {
  const { counts, gate, journeys = [], scenarios = [], requirements, observed, mutationScore } = summary;
  const by = (status: string) => requirements.filter(requirement => requirement.status === status).length;
  const of = (status: string) => journeys.filter(journey => journey.status === status).length;
  const outcome = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
  const left = unasked(scenarios);
  const ended = [
    ...(of('failed') > 0 ? [`${of('failed')} failed`] : []),
    ...(of('incomplete') > 0 ? [`${of('incomplete')} incomplete`] : []),
  ];
  const isDriven = observed.exchanges > 0 && observed.journeys !== undefined;
  return [
    ...(summary.unverified === undefined ? [] : [['record', `not verified: ${summary.unverified}`] as const]),
    [gate ? 'cases' : 'scenarios', outcome],
    ...(left > 0 ? [['not asked', `${plural(left, 'case')}, because time ran out`] as const] : []),
    ...(isDriven ? [['journeys', [String(observed.journeys), ...ended].join(', ')] as const] : []),
    [
      'requirements',
      `${by('verified')} verified, ${by('violated')} violated, ` +
        `${by('not-exercised')} not exercised, ${by('not-testable')} not testable`,
    ],
    ...(isDriven
      ? [
          [
            'observed',
            `${plural(observed.exchanges, 'exchange')}, ${plural(observed.deliveries ?? 0, 'delivery')}` +
              `${observed.unattributed ? `, ${observed.unattributed} about no order of this run` : ''}`,
          ] as const,
        ]
      : []),
    ...(mutationScore && mutationScore.tried > 0 && isDriven
      ? [['mutations', `${mutationScore.exposed} of ${mutationScore.tried} injected breaches detected`] as const]
      : []),
  ];
}
