import { createRequire } from 'node:module';
import { once } from '../core/once.ts';
import { tokensOf } from './pointer.ts';
import { sourceText } from './source.ts';

/**
 * The line of `openapi/service.yaml`, from 1, of a place: for a key the line of its name, for a list item its first
 * line. Where there is no such place, the line of the nearest enclosing one.
 *
 * @param pointer a JSON Pointer into the file
 */
export function lineOf(pointer: string): number {
  const { yaml, document, lines } = parsed();
  let node: unknown = document.contents;
  let offset = 0;
  for (const token of tokensOf(pointer)) {
    const pair = yaml.isMap(node) ? node.items.find(({ key }) => String(key) === token) : undefined;
    const place = yaml.isSeq(node) ? node.items[Number(token)] : pair?.key;
    if (!yaml.isNode(place)) break;
    offset = place.range?.[0] ?? offset;
    node = pair === undefined ? place : pair.value;
  }
  return lines.linePos(offset).line;
}

// Loaded on demand: only a violation needs the YAML, and a run without one starts 100 ms sooner.
const parsed = once(() => {
  const yaml: typeof import('yaml') = createRequire(import.meta.url)('yaml');
  const lines = new yaml.LineCounter();
  return { yaml, document: yaml.parseDocument(sourceText('service'), { lineCounter: lines }), lines };
});
