import { source } from './source.ts';

/** One statement of the interface specification (`openapi/requirements.yaml`). */
export interface Requirement {
  /** Stable; never reused, never renamed. */
  readonly id: string;
  /** The heading of the specification that says it. */
  readonly section: string;
  /** What must hold, in our words. */
  readonly text: string;
  /** Who is held to it. Default: the service. */
  readonly binds: 'service' | 'consumer';
  /**
   * Why it cannot be shown from outside: `always`, on one kind of target, on loopback, or where it was `unseen`
   * because a sound target need not have it.
   */
  readonly untestable?: { readonly [where in 'always' | 'embedded' | 'remote' | 'loopback' | 'unseen']?: string };
  /** The setting that makes it showable on a remote target. */
  readonly needs?: string;
  /** True where it is our reading of the specification rather than its words. */
  readonly inferred?: boolean;
}

let byId: ReadonlyMap<string, Requirement> | undefined;

/** Every requirement by its id, in the order of the specification; read once. @throws HarnessError `contract-stale` */
export function requirements(): ReadonlyMap<string, Requirement> {
  byId ??= new Map(
    (source('requirements') as readonly (Omit<Requirement, 'binds'> & Partial<Requirement>)[]).map(written => [
      written.id,
      { ...written, binds: written.binds ?? 'service' },
    ]),
  );
  return byId;
}
