import type { Evidence } from '../core/evidence.ts';
import type { RecordLine } from './record.ts';

/** The lines of a record that holds this evidence, as `parseRecord` reads them; a footer where the evidence has its end. */
export function linesOf(evidence: Evidence): readonly RecordLine[] {
  const {
    run,
    scenarios,
    orders = [],
    journeys,
    exchanges,
    deliveries,
    waits,
    troubles,
    malformed,
    tunnels,
    end,
  } = evidence;
  const lines: RecordLine[] = [
    { type: 'run', ...run },
    ...scenarios.map(scenario => ({ type: 'scenario', ...scenario }) as const),
    ...(orders.length === 0 ? [] : [{ type: 'orders', orders } as const]),
    ...journeys.map(({ steps: _, ...journey }) => ({ type: 'journey', ...journey }) as const),
    ...journeys.flatMap(({ steps }) => steps.map(step => ({ type: 'step', ...step }) as const)),
    ...exchanges.map(exchange => ({ type: 'exchange', ...exchange }) as const),
    ...deliveries.map(delivery => ({ type: 'delivery', ...delivery }) as const),
    ...waits.map(wait => ({ type: 'wait', ...wait }) as const),
    ...troubles.map(trouble => ({ type: 'trouble', ...trouble }) as const),
    ...tunnels.map(tunnel => ({ type: 'tunnel', ...tunnel }) as const),
    ...malformed.map(item => ({ type: 'malformed', ...item }) as const),
  ];
  return end === undefined ? lines : [...lines, { type: 'end', lines: lines.length, ...end }];
}
