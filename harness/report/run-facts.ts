import { plural } from '../base/plural.ts';
import type { Evidence, GateInfo } from '../evidence/evidence.ts';
import { code, type Line } from './line.ts';
import { periodOf } from './run-in-words.ts';
import type { RunIndex } from './run-index.ts';
import type { Summary } from './summary.ts';
import { duration, moment } from './wording.ts';

/** The names and values at the top of a report. */
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
    ['Without', withoutOf(gate?.endpoint)],
    ['Dialect', dialect && (dialect.held ? 'as configured' : 'learned in this run')],
  ];
  return facts.filter(([, value]) => value !== undefined);
}

/** The tunnel and its outages; `undefined` for a direct connection without outages. */
function tunnelOf({ tunnels, troubles }: Evidence): string | undefined {
  const down = troubles.filter(({ kind }) => kind === 'tunnel-down').map(trouble => `down ${periodOf(trouble)}`);
  const [first, ...more] = tunnels.filter(({ kind }) => kind !== 'direct' || down.length > 0);
  const moves = more.length > 0 ? [`moved ${plural(more.length, 'time')}`] : [];
  return first && [...new Set([first.kind, first.name, ...moves, ...down])].join(', ');
}

/** The options that an endpoint gate did not get. */
function withoutOf(endpoint: GateInfo['endpoint']): string | undefined {
  const names = (['credits', 'restart'] as const).filter(name => endpoint?.[name] === false);
  return names.length > 0 ? names.map(name => `--${name}`).join(', ') : undefined;
}

/** The numbers of a run, as names and values below its verdict. */
export function countRows(summary: Summary): readonly (readonly [string, string])[] {
  const { counts, gate, journeys = [], requirements, observed, mutationScore } = summary;
  const by = (status: string) => requirements.filter(requirement => requirement.status === status).length;
  const of = (status: string) => journeys.filter(journey => journey.status === status).length;
  const outcome = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
  const ended = [
    ...(of('failed') > 0 ? [`${of('failed')} failed`] : []),
    ...(of('incomplete') > 0 ? [`${of('incomplete')} incomplete`] : []),
  ];
  const isDriven = observed.exchanges > 0 && observed.journeys !== undefined;
  return [
    ...(summary.unverified === undefined ? [] : [['record', `not verified: ${summary.unverified}`] as const]),
    [gate ? 'cases' : 'scenarios', outcome],
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
