import type { CaseSeen } from '../core/evidence.ts';
import { isHistory } from './case-id.ts';
import { KNOWN_BUGS, type KnownBug } from './known-bugs.ts';
import { Shown, type Sighting } from './shown.ts';

/** A bug, and everything that follows from it. */
export interface Diagnosis {
  readonly bug: KnownBug;
  readonly sightings: readonly Sighting[];
}

/** Tells which known bugs the cases show. What none explains is in no diagnosis. */
export function diagnoseBackend(shown: Shown): readonly Diagnosis[] {
  const left = new Set(shown.sightings);
  return KNOWN_BUGS.flatMap(bug => {
    const sightings = bug.shows(shown) ? [...left].filter(bug.explains) : [];
    for (const sighting of sightings) left.delete(sighting);
    return sightings.length > 0 ? [{ bug, sightings }] : [];
  });
}

/** A drawn history that fails and that no known bug explains. */
export function unexplainedHistory(cases: readonly CaseSeen[]): CaseSeen | undefined {
  const shown = new Shown(cases);
  const explained = new Set(diagnoseBackend(shown).flatMap(({ sightings }) => sightings));
  const left = new Set(shown.sightings.filter(one => !explained.has(one)).map(one => one.case));
  return cases.find(({ id }) => isHistory(id) && left.has(id));
}
