import { source } from './source.ts';

/** One silence of the interface specification (`openapi/gaps.yaml`): observed and counted, never judged. */
export interface Gap {
  /** Stable; never reused, never renamed. */
  readonly id: string;
  /** Where the specification is silent. */
  readonly section: string;
  /** What is not said, in our words. */
  readonly text: string;
  /** `wire` where a run can show the answer, `none` where only people can say. */
  readonly probe: 'wire' | 'none';
  /** Why no run can show it; always there where `probe` is `none`. */
  readonly why?: string;
}

let byId: ReadonlyMap<string, Gap> | undefined;

/** Every gap by its id, in the order of the file; read once. @throws HarnessError `contract-stale` */
export function gaps(): ReadonlyMap<string, Gap> {
  byId ??= new Map((source('gaps') as readonly Gap[]).map(gap => [gap.id, gap]));
  return byId;
}
