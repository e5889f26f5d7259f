/** A difference that so small a share of runs of an unchanged service would show is none of chance. */
const SMALL = 0.05;

/**
 * Whether something that was seen `count` times in `samples` would hardly ever stay unseen in `others`, were nothing
 * changed.
 */
export function cannotBeChance(count: number, samples: number, others: number): boolean {
  const share = samples === 0 ? 1 : Math.min(1, count / samples);
  return others > 0 && (1 - share) ** others < SMALL;
}
