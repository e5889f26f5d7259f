/** A difference that fewer than this share of runs of an unchanged service would show is not chance. */
const SMALL = 0.05;

/** Whether chance cannot explain that something seen `count` times in `samples` is not seen in `others` samples. */
export function cannotBeChance(count: number, samples: number, others: number): boolean {
  const share = samples === 0 ? 1 : Math.min(1, count / samples);
  return others > 0 && (1 - share) ** others < SMALL;
}
