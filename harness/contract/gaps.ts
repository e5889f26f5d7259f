import { once } from '../base/once.ts';
import { source } from './source.ts';

/** One thing that the interface specification leaves open (`openapi/gaps.yaml`): observed and counted, never judged. */
export interface Gap {
  /** Stable: never reused, never renamed. */
  readonly id: string;
  /** The heading of the specification that leaves it open. */
  readonly section: string;
  /** What is not specified, in the words of the harness. */
  readonly text: string;
  /** `wire` if a run can observe the answer, `none` if it cannot. */
  readonly probe: 'wire' | 'none';
  /** Why no run can observe it; always present if `probe` is `none`. */
  readonly why?: string;
  /** How several answers under one condition relate, as the header of the file describes. Default: `one`. */
  readonly answers?: 'one' | 'set' | 'places' | 'field' | 'share' | 'pace';
  /** Whether no consumer that was written against the old answer breaks if it changes. Default: no. */
  readonly quiet?: true;
  /** The setting, option or behavior of the service without which a run does not observe it. */
  readonly needs?: string;
}

/** Every gap by its id, in the order of the file; read once. @throws HarnessError `contract-stale` */
export const gaps = once(
  (): ReadonlyMap<string, Gap> => new Map((source('gaps') as readonly Gap[]).map(gap => [gap.id, gap])),
);
