import { plural } from '../../base/plural.ts';

/** A value that must stay the same, and the exchange that it was read in. */
export interface ConstantSeen {
  readonly exchange: string;
  readonly value: string;
}

/** A sighting of another value than most have. */
export interface OddSighting<S extends ConstantSeen> {
  readonly odd: S;
  /** The first sighting of the usual value. */
  readonly usual: S;
  /** How often the usual value was seen, in words: `2 other reads`. */
  readonly times: string;
}

/**
 * Sightings that differ from the value that is seen most often: the rarer value counts as the wrong one.
 * @param noun what a sighting is, such as `read`
 */
export function oddSightings<S extends ConstantSeen>(sightings: readonly S[], noun: string): readonly OddSighting<S>[] {
  const values = [...Map.groupBy(sightings, ({ value }) => value).values()].sort((a, b) => b.length - a.length);
  const [same = [], ...others] = values;
  const [usual] = same;
  if (usual === undefined) return [];
  return others.flat().map(odd => ({ odd, usual, times: plural(same.length, `other ${noun}`) }));
}
