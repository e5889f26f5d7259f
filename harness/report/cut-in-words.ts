import type { PlanSeen } from '../evidence/evidence.ts';
import { duration } from './wording.ts';

/** What a run left out of its plan, in words. */
export interface CutInWords {
  /** How many orders it drives, why not all, and what drives them all. */
  readonly what: string;
  /** For each scenario that gets fewer orders: how many. */
  readonly scenarios: readonly string[];
}

/** How a plan was cut short, for the terminal and the report. Undefined where it was not. */
export function cutInWords(plan: PlanSeen): CutInWords | undefined {
  const { cut, scenarios } = plan;
  if (cut === undefined) return undefined;
  const sum = (of: 'planned' | 'driven') => scenarios.reduce((total, scenario) => total + scenario[of], 0);
  const all = sum('planned');
  return {
    what: `The run drives ${sum('driven')} of ${all} orders, because ${whyOf(cut, plan)}; --orders ${all} drives all.`,
    scenarios: scenarios
      .filter(({ planned, driven }) => driven < planned)
      .map(({ id, planned, driven }) => `${id}: ${driven} of ${planned} orders`),
  };
}

function whyOf(cut: PlanSeen['cut'] & string, { slowestMs, spareMs = 0 }: PlanSeen): string {
  if (cut === 'webhooks-slow') return `webhooks take up to ${duration(slowestMs)}`;
  if (cut === 'webhooks-nameless') return 'webhooks name no order and orders go one at a time';
  if (cut === 'one-at-a-time') return 'orders go one at a time';
  const slowest = `webhooks take up to ${duration(slowestMs)}`;
  return `orders that no scenario needs begin within ${duration(spareMs)}, and ${slowest}`;
}
