import { HarnessError } from '../base/errors.ts';
import { oncePerObject } from '../base/once.ts';
import type { Schema } from '../base/schema.ts';
import {
  type Evidence,
  type Gathered,
  type ItemOf,
  KINDS,
  type LineType,
  type Merge,
  type RecordLine,
  type RunInfo,
} from './evidence.ts';

/** Every type of record line, in the order in which {@link linesOf} writes them. */
export const LINE_TYPES = Object.keys(KINDS) as readonly LineType[];

/** An item, a kind, and the parts of evidence, without regard to the kind. */
type AnyItem = { readonly id?: unknown; [name: string]: unknown };
type LineKind = { readonly gathered: Gathered; readonly part: string; readonly to?: string; readonly as?: string };
type EvidenceParts = { [part: string]: unknown };

const HOW: {
  readonly [How in Gathered]: {
    add(parts: EvidenceParts, kind: LineKind, item: AnyItem): void;
    items(parts: EvidenceParts, kind: LineKind): readonly AnyItem[];
  };
} = {
  single: {
    add: (parts, { part }, item) => void Object.assign(parts, { [part]: item }),
    items: (parts, { part }) => [parts[part] ?? []].flat() as AnyItem[],
  },
  appended: {
    add: (parts, { part }, item) => void listIn(parts, part).push(item),
    items: (parts, { part }) => listIn(parts, part),
  },
  keyed: {
    add(parts, { part }, item) {
      const list = listIn(parts, part);
      const places = placesIn(list);
      const at = places.get(item.id) ?? list.length;
      const attached = attachedTo(part).map(name => [name, list[at]?.[name] ?? []]);
      list[at] = { ...item, ...Object.fromEntries(attached) };
      places.set(item.id, at);
    },
    items(parts, { part }) {
      const attached = attachedTo(part);
      const own = (item: AnyItem) => Object.entries(item).filter(([name]) => !attached.includes(name));
      return listIn(parts, part).map(item => Object.fromEntries(own(item)));
    },
  },
  spread: {
    add: (parts, { part }, item) => void listIn(parts, part).push(...listIn(item, part)),
    items: (parts, { part }) => (listIn(parts, part).length > 0 ? [{ [part]: parts[part] }] : []),
  },
  attached: {
    add(parts, { part, to = '', as = '' }, item) {
      const list = listIn(parts, part);
      const owner = list[placesIn(list).get(item[to]) ?? -1];
      if (owner) listIn(owner, as).push(item);
    },
    items: (parts, { part, as = '' }) => listIn(parts, part).flatMap(owner => listIn(owner, as)),
  },
};

/** For each list of items, their positions by id, so that gathering evidence of many journeys takes linear time. */
const placesIn = oncePerObject(
  (list: readonly AnyItem[]) => new Map<unknown, number>(list.map(({ id }, at) => [id, at])),
);

/** The evidence of a run in which nothing has happened yet. */
export function emptyEvidence(run: RunInfo): Evidence {
  const lists = Object.values(KINDS).filter(({ gathered }) => gathered !== 'single');
  return { ...Object.fromEntries(lists.map(({ part }) => [part, []])), run } as { run: RunInfo } & Evidence;
}

/** Adds a line to evidence, in place. A line that belongs to an unknown item is left out. */
export function gather(evidence: Evidence, { type, ...item }: RecordLine): void {
  HOW[KINDS[type].gathered].add(evidence as Evidence & EvidenceParts, KINDS[type], item);
}

/** The items of evidence that the lines of one type hold. */
export function itemsOf<T extends LineType>(evidence: Evidence, type: T): readonly ItemOf<T>[] {
  return HOW[KINDS[type].gathered].items(evidence as Evidence & EvidenceParts, KINDS[type]) as readonly ItemOf<T>[];
}

/** An item as a line. */
function lineOf<T extends LineType>(type: T, item: ItemOf<T>): RecordLine {
  return { type, ...item } as RecordLine;
}

/** The record lines of evidence, with a footer if the evidence has an end. */
export function linesOf(evidence: Evidence): readonly RecordLine[] {
  const lines = LINE_TYPES.flatMap(type => itemsOf(evidence, type).map(item => lineOf(type, item)));
  return lines.map((line, index) => (line.type === 'end' ? { ...line, lines: index } : line));
}

function listIn(parts: EvidenceParts, part: string): AnyItem[] {
  return parts[part] as AnyItem[];
}

/** The members of a part's items that hold attached lines. */
function attachedTo(part: string): readonly string[] {
  return Object.values(KINDS).flatMap(kind => (kind.gathered === 'attached' && kind.part === part ? kind.as : []));
}

/** The properties that merged runs must share. `undefined` means that one does not apply. */
const COMMON: readonly (readonly [code: string, problem: string, of: (run: RunInfo) => string | undefined])[] = [
  ['targets-differ', 'is a run of another target', targetOf],
  ['shards-differ', 'is a shard of another run', ({ settings: { shards } }) => shards && `one of ${shards.of} shards`],
];

/**
 * Merges the evidence of several runs of one target, so that it is judged once. Ids get the number of their run as a
 * prefix (`s2.d14`). Scenarios, which are equal in every run, are kept once, with the worst outcome.
 *
 * @throws HarnessError `gate-merged`, `targets-differ`, `shards-differ`, `run-twice`, `order-twice` (usage)
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
  const gate = parts.find(({ run }) => run.gate);
  if (gate) throw refusal('gate-merged', `${gate.run.run} is a gate, which has no shards`, 'a gate', 'shards of a run');
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
