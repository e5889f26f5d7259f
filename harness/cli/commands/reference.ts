import { stringify } from 'yaml';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { service } from '../../contract/service.ts';
import { type Fact, type FactsFile, isSeen } from '../../facts/fact.ts';
import type { Lifecycle } from '../../facts/lifecycle/lifecycle.ts';
import { shellWord } from '../../settings/own-command.ts';
import { defineCommand, printResult } from '../command.ts';
import { readFacts, readLifecycle } from '../earlier-runs.ts';
import { writeFile } from '../files.ts';

/** `reference`: the OpenAPI document with observed facts; optionally the facts as an overlay. */
export const command = defineCommand('reference', {
  options: {
    out: { value: 'FILE', about: 'output file; default: reference.yaml' },
    overlay: { value: 'FILE', about: 'also writes the facts alone, as an OpenAPI Overlay' },
  },
  examples: ['reference reports/observed/embedded --out reference.yaml'],
  async run({ operands: [path], options: { out = 'reference.yaml', overlay } }, terminal) {
    const { cwd } = terminal;
    const [facts, lifecycle] = [readFacts(path, cwd), readLifecycle(path, cwd)];
    const files = [
      [out, asYaml(observedService(facts, lifecycle))],
      ...(overlay === undefined ? [] : [[overlay, asYaml(overlayOf(facts))] as const]),
    ] as const;
    for (const [file, content] of files) writeFile(cwd, file, content);
    const render = `To render it: npx @redocly/cli build-docs ${shellWord(out)} --inlineBundle\n`;
    const names = files.map(([file]) => file);
    printResult<'reference'>(terminal, { file: out, files: names }, names.map(name => `${name}\n`).join('') + render);
    return 0;
  },
});

function asYaml(value: unknown): string {
  return stringify(value, { lineWidth: 120, aliasDuplicateObjects: false });
}

/** The most conditions in one description; `x-observed` lists all. */
const MOST_IN_DESCRIPTION = 12;

/**
 * The facts as an overlay on the contract. At each place with a gap, the description and `x-observed` state what was
 * observed. The overlay adds no type, format or enumeration, so it allows every message that the contract allows.
 */
export function overlayOf({ target, facts }: FactsFile) {
  const actions = updatesOf({ target, facts }).map(({ keys, update }) => {
    const names = keys.map(key => (typeof key === 'number' ? key : `'${key.replace(/[\\']/g, '\\$&')}'`));
    // The JSONPath of exactly one node.
    return { target: `$${names.map(name => `[${name}]`).join('')}`, update };
  });
  return { overlay: '1.0.0', info: { title: `Observed behavior of ${target}`, version: '1.0' }, actions };
}

/** The contract with the overlay applied, and with the lifecycle of an order as `x-lifecycle`. */
export function observedService(observed: FactsFile, lifecycle?: Lifecycle): JsonObject {
  // Discriminators are left out: OpenAPI permits them only for named schemas.
  const document: OverlayNode = JSON.parse(JSON.stringify(service()), (key, value) =>
    key === 'discriminator' ? undefined : value,
  );
  for (const { keys, update } of updatesOf(observed)) {
    merge(
      keys.reduce((node, key) => node[key] as OverlayNode, document),
      update,
    );
  }
  return { ...document, ...(lifecycle && { 'x-lifecycle': lifecycle }) } as JsonObject;
}

type OverlayNode = { [key: string | number]: unknown };

function merge(node: OverlayNode, update: OverlayNode): void {
  for (const [name, value] of Object.entries(update)) {
    const old = node[name];
    if (isObject(old) && isObject(value)) merge(old as OverlayNode, value);
    else node[name] = value;
  }
}

/** A place of the contract that states a gap. */
interface GapPlace {
  /** The names and positions from the root to it. */
  readonly keys: readonly (string | number)[];
  readonly gaps: readonly string[];
  readonly description: string;
}

/** What to merge into each node of the contract with an observed gap. */
function updatesOf({ target, facts }: FactsFile) {
  const seen = Map.groupBy(facts.filter(isSeen), ({ gap }) => gap);
  return [...gapPlaces(service(), [])].flatMap(({ keys, gaps, description }) => {
    const own = gaps.flatMap(gap => seen.get(gap) ?? []);
    if (own.length === 0) return [];
    const update = {
      description: [description.trim(), `**Observed** (${target}); other values are possible:`, bullets(own)]
        .filter(part => part !== '')
        .join('\n\n'),
      'x-observed': own.map(({ gap, condition, status, value, count, samples, firstSeen, lastSeen }) => ({
        ...{ gap, condition, status, value, count, samples, firstSeen, lastSeen },
      })),
    };
    return [{ keys, update }];
  });
}

function* gapPlaces(node: Json, keys: GapPlace['keys']): Generator<GapPlace> {
  if (Array.isArray(node)) {
    for (const [index, item] of (node as readonly Json[]).entries()) yield* gapPlaces(item, [...keys, index]);
  }
  if (!isObject(node)) return;
  const marked = [node['x-gap'] ?? []].flat().filter(gap => typeof gap === 'string');
  const description = typeof node.description === 'string' ? node.description : '';
  if (marked.length > 0) yield { keys, gaps: marked, description };
  for (const [name, child] of Object.entries(node)) {
    if (name !== 'example' && name !== 'examples') yield* gapPlaces(child, [...keys, name]);
  }
}

function bullets(facts: readonly Fact[]): string {
  const told = facts.slice(0, MOST_IN_DESCRIPTION).map(fact => {
    const where = fact.condition === undefined ? '' : ` (${fact.condition})`;
    const value = (JSON.stringify(fact.value) ?? 'nothing').replaceAll('`', "'");
    return `- ${fact.gap}${where}: \`${value}\`, ${fact.count} of ${fact.samples}`;
  });
  const left = facts.length - told.length;
  return [...told, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n');
}
