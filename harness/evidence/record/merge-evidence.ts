import { HarnessError } from '../../base/errors.ts';
import type { Schema } from '../../base/schema.ts';
import { type Evidence, type ItemOf, KINDS, type LineType, type Merge, type RunInfo } from '../evidence.ts';
import { emptyEvidence, gather, itemsOf, LINE_TYPES, lineOf } from '../evidence-lines.ts';

/** The properties that merged runs must share. `undefined` means that one does not apply. */
const COMMON: readonly (readonly [code: string, problem: string, of: (run: RunInfo) => string | undefined])[] = [
  ['targets-differ', 'is a run of another target', targetOf],
  ['editions-differ', 'asked other cases', ({ gate }) => gate && `edition ${gate.edition} of the gate`],
  [
    'adapters-differ',
    'used another adapter',
    ({ gate }) => gate?.adapter && `${gate.adapter.clock} clock, ${gate.adapter.methods}`,
  ],
  ['shards-differ', 'is a shard of another run', ({ settings: { shards } }) => shards && `one of ${shards.of} shards`],
];

/**
 * Merges the evidence of several runs of one target, so that it is judged once. Ids get the number of their run as a
 * prefix (`s2.d14`). Scenarios and cases, which are equal in every run, are kept once, with the worst outcome.
 *
 * @throws HarnessError `targets-differ`, `editions-differ`, `adapters-differ`, `shards-differ`, `run-twice`,
 * `order-twice` (usage)
 */
export function mergeEvidence(run: string, parts: readonly [Evidence, ...Evidence[]]): Evidence {
  refuseUnlike(parts);
  refuseRepeated(parts);
  const merged = emptyEvidence(parts[0].run);
  for (const type of LINE_TYPES) {
    for (const item of mergedItems(type, parts)) gather(merged, lineOf(type, item));
  }
  return { ...merged, run: { ...merged.run, run } };
}

function mergedItems<T extends LineType>(type: T, parts: readonly Evidence[]): readonly ItemOf<T>[] {
  const { schema, merge }: { readonly schema: Schema<unknown>; readonly merge: unknown } = KINDS[type];
  const items = parts.flatMap((part, nth) => itemsOf(part, type).map(item => inRun(item, schema, `s${nth + 1}`)));
  return (merge as Merge<ItemOf<T>>)(items, parts.length);
}

/** The item with the run's prefix on each id that it holds and, if its kind has a `shard`, with the name of the run. */
function inRun<Item extends object>(item: Item, { members = {} }: Schema<unknown>, run: string): Item {
  const changed = Object.entries(members).flatMap(([name, { role }]) => {
    const value = item[name as keyof Item];
    if (role === 'shard') return [[name, value === undefined ? run : `${run}.${value}`]];
    return role === 'reference' && value !== undefined ? [[name, `${run}.${value}`]] : [];
  });
  return { ...item, ...Object.fromEntries(changed) };
}

function refuseUnlike(parts: readonly [Evidence, ...Evidence[]]): void {
  for (const [code, problem, of] of COMMON) {
    const told = parts.map(({ run }) => ({ run: run.run, is: of(run) })).filter(({ is }) => is !== undefined);
    const [first] = told;
    const other = told.find(({ is }) => is !== first?.is);
    if (first && other) throw refusal(code, `${other.run} ${problem} than ${first.run}`, other.is, first.is);
  }
}

function refuseRepeated(parts: readonly Evidence[]): void {
  const drivenIn = new Map<string, string>();
  for (const [nth, { run: info, journeys }] of parts.entries()) {
    const { run } = info;
    if (parts.slice(0, nth).some(part => part.run.run === run))
      throw refusal('run-twice', `the run ${run} is named twice`, run, 'each run once');
    for (const { order } of journeys) {
      const before = drivenIn.get(order) ?? run;
      if (before !== run)
        throw refusal('order-twice', `${before} and ${run} drove the same order`, order, 'each order driven once');
      drivenIn.set(order, run);
    }
  }
}

/** The identity of a target. An embedded sandbox has another port in every run. */
function targetOf({ target, dialect, faults = [] }: RunInfo): string {
  const held = dialect === undefined ? '' : `, held to ${JSON.stringify(dialect)}`;
  const broken = faults.length === 0 ? '' : `, with ${faults.join(' and ')}`;
  return (target.kind === 'embedded' ? 'the embedded sandbox' : target.url) + held + broken;
}

function refusal(code: string, message: string, received = '', expected = ''): HarnessError {
  const next = 'name runs of one target, each once';
  return new HarnessError(code, 'usage', message, { received, expected, next });
}
