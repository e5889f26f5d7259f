/** The number of the set of cases: it grows whenever a case is added or demands more. */
export const EDITION = 16;

/** The parts of the gate that `--only` narrows it to. */
export const ENDPOINT_AREAS = ['credit', 'signature', 'http'] as const;

/** A part of the gate. */
export type EndpointArea = (typeof ENDPOINT_AREAS)[number];

/** The part of the gate that a case belongs to. */
export function areaOf(id: string): EndpointArea {
  const area = id.split('.')[0];
  return ENDPOINT_AREAS.find(known => known === area) ?? 'http';
}

/** The kind of a case, of which there may be several: the part of its id before the slash. */
export function kindOf(id: string): string {
  return id.split('/')[0] ?? id;
}
