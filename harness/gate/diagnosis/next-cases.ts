import type { CaseSeen } from '../../core/evidence.ts';
import { KNOWN_MISTAKES, type KnownMistake } from '../mistakes/known-mistakes.ts';
import { explains, type Observations, observe } from './observations.ts';
import { failuresOf, predict } from './prediction.ts';
import { type WebhookCase, webhookCases } from './webhook-cases.ts';

/** How many cases that a mistake fails are asked before it is named. */
const MOST_CONFIRMING = 40;

/**
 * The cases to ask next, so that the diagnosis of the first case is the one that all cases would give; none where it is
 * settled. First the case that tells most of the mistakes apart that explain all failures until now; then open cases
 * that do, and cases that the mistakes fail, to confirm them. Where no single mistake explains all failures, all cases:
 * the SDK makes several mistakes, or one that is not known.
 * @param seen the cases that were asked; the diagnosis of the first is wanted
 * @param askable ids of the cases that can be asked and were not
 */
export function nextCases(seen: readonly CaseSeen[], askable: ReadonlySet<string>): ReadonlySet<string> {
  const [first] = observe(seen.slice(0, 1)).failed;
  if (first === undefined || askable.size === 0) return new Set();
  const open = [...webhookCases().values()].filter(({ id }) => askable.has(id));
  const observed = observe(seen);
  const fitting = KNOWN_MISTAKES.filter(mistake => fits(mistake, observed));
  const [one] = fitting;
  if (one === undefined) return idsOf(open);
  const dividing = mostDividing(fitting, open);
  if (dividing !== undefined) return idsOf([dividing]);
  const due = failuresOf(one).filter(({ id }) => askable.has(id));
  const confirming = evenly(due, Math.max(0, MOST_CONFIRMING - observed.failed.length));
  return idsOf([...confirming, ...open.filter(each => waysOf(fitting, each).size > 1)]);
}

const idsOf = (cases: readonly WebhookCase[]): ReadonlySet<string> => new Set(cases.map(({ id }) => id));

/** Whether a mistake alone explains every failure, and contradicts no case that passed. */
function fits(mistake: KnownMistake, { failed, passed }: Observations): boolean {
  return (
    failed.every(each => explains(predict([mistake]), each)) && !passed.some(each => predict([mistake]).fails(each))
  );
}

/** The case whose answer, if not open, leaves the fewest of several mistakes, whatever it is. */
function mostDividing(mistakes: readonly KnownMistake[], open: readonly WebhookCase[]): WebhookCase | undefined {
  let best: WebhookCase | undefined;
  let least = mistakes.length;
  for (const each of open) {
    const most = Math.max(...waysOf(mistakes, each, mistake => predict([mistake]).fails(each)).values());
    if (most < least) [best, least] = [each, most];
  }
  return best;
}

/**
 * How many of several mistakes lead to each answer of a case.
 * @param differs whether the answer of a mistake counts by its text; default: always
 */
function waysOf(
  mistakes: readonly KnownMistake[],
  each: WebhookCase,
  differs: (mistake: KnownMistake) => boolean = () => true,
): ReadonlyMap<string, number> {
  const ways = new Map<string, number>();
  for (const mistake of mistakes) {
    const answers = differs(mistake) ? predict([mistake]).answers(each).join() : 'right';
    ways.set(answers, (ways.get(answers) ?? 0) + 1);
  }
  return ways;
}

/** At most so many of a list, from everywhere in it. */
function evenly<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  return all.filter(
    (_, place) => Math.floor((place * most) / all.length) !== Math.floor(((place - 1) * most) / all.length),
  );
}
