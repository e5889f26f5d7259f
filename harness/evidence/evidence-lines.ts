import { type Evidence, type Gathered, type ItemOf, KINDS, type LineType, type RecordLine } from './evidence.ts';
import type { RunInfo } from './run-info.ts';

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
const PLACES = new WeakMap<readonly AnyItem[], Map<unknown, number>>();

function placesIn(list: readonly AnyItem[]): Map<unknown, number> {
  const known = PLACES.get(list);
  if (known?.size === list.length) return known;
  const places = new Map(list.map(({ id }, at) => [id, at]));
  PLACES.set(list, places);
  return places;
}

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
export function lineOf<T extends LineType>(type: T, item: ItemOf<T>): RecordLine {
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
