/** The number of the set of cases. It grows if a case is added or demands more. */
export const EDITION = 27;

/** The values of `--only`: the parts of the gate. */
export const ENDPOINT_AREAS = ['credit', 'signature', 'http'] as const;

/** A part of the gate. */
export type EndpointArea = (typeof ENDPOINT_AREAS)[number];

/** The part of the gate of a case. */
export function areaOf(id: string): EndpointArea {
  const area = id.split('.')[0];
  return ENDPOINT_AREAS.find(known => known === area) ?? 'http';
}

/** The kind of a case, which several cases may share: its id up to the slash. */
export function kindOf(id: string): string {
  return id.split('/')[0] ?? id;
}
