import type { HistoryStep } from '../../evidence/evidence.ts';
import type { Readings } from './backend.ts';
import type { TrialResult } from './trial.ts';

/** How many of the first and of the last steps a history keeps. */
const MOST_FIRST = 18;
const MOST_LAST = 6;

type CreditsRead = HistoryStep & { type: 'credits' };

/** The steps and credits of some orders (default: all) in a trial. */
export function historyOf(
  trial: TrialResult,
  readings: Readings | undefined,
  orders?: ReadonlySet<string>,
): readonly HistoryStep[] {
  const steps = [...trial.steps, ...creditsOf(trial, readings)].sort((one, other) => one.at - other.at);
  const isAbout = (step: HistoryStep) => step.type !== 'disturbance' && (orders?.has(step.order) ?? true);
  const first = steps.findIndex(isAbout);
  const last = steps.findLastIndex(isAbout);
  const own = steps.filter((step, nth) => isAbout(step) || (step.type === 'disturbance' && nth > first && nth < last));
  return shortened(own);
}

/** The credits of each order that the steps do not contain yet. */
function creditsOf({ expected, steps }: TrialResult, readings: Readings | undefined): readonly CreditsRead[] {
  if (readings === undefined) return [];
  const { settled, final } = readings;
  return [...expected].flatMap(([order, { due }]) => {
    const noted = steps.findLast(step => step.type === 'credits' && step.order === order);
    const before = noted?.type === 'credits' ? noted.count : undefined;
    const [then, now] = [settled.credits.get(order) ?? 0, final.credits.get(order) ?? 0];
    const read = (count: number, at: number): CreditsRead => ({ type: 'credits', at, order, count, due });
    return [...(then === before ? [] : [read(then, settled.at)]), ...(now === then ? [] : [read(now, final.at)])];
  });
}

function shortened(steps: readonly HistoryStep[]): readonly HistoryStep[] {
  const rest = steps.slice(MOST_FIRST, -MOST_LAST);
  const [{ at } = { at: 0 }] = rest;
  if (rest.length < 2) return steps;
  const what = `${rest.length} more steps`;
  return [...steps.slice(0, MOST_FIRST), { type: 'disturbance', at, what }, ...steps.slice(-MOST_LAST)];
}
