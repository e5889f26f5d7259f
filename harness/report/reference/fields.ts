import { isObject, pointerOf } from '../../core/json.ts';
import { table } from '../html/table.ts';
import { type Markup, markup } from '../markup.ts';
import { type ContractNode, nodeAt, textAt } from './contract-node.ts';
import type { ObservedFacts } from './observed-facts.ts';
import { richText } from './rich-text.ts';

/** The fields of a schema as a table, each with what was observed of it; fields of fields below them. */
export function fieldsOf(pointer: string, facts: ObservedFacts): Markup | undefined {
  const node = nodeAt(pointer);
  const rows = rowsOf(node, '', facts);
  const own = facts.of(node.gaps);
  if (rows.length === 0 && own === undefined && node.description === '') return undefined;
  return markup`${richText(node.description)}${own}${
    rows.length > 0 && table(['Field', 'Description', 'Observed'], rows, 'fields')
  }`;
}

function rowsOf(node: ContractNode, prefix: string, facts: ObservedFacts): readonly (readonly Markup[])[] {
  const { pointer, value } = node;
  const names = isObject(value.properties) ? Object.keys(value.properties) : [];
  const required: readonly unknown[] = Array.isArray(value.required) ? value.required : [];
  return names.flatMap(name => {
    const field = nodeAt(pointer + pointerOf('properties', name));
    const path = `${prefix}${name}`;
    const type = textAt(field, 'type') || 'any';
    const format = textAt(field, 'format') || textAt(field, 'pattern');
    const note = `${type}${format === '' ? '' : `, ${format}`}${required.includes(name) ? ', required' : ''}`;
    const row = [
      markup`<code>${path}</code><br><span class="small">${note}</span>`,
      markup`${richText(field.description)}`,
      markup`${facts.of(field.gaps) ?? markup`<span class="calm">–</span>`}`,
    ];
    return [row, ...rowsOf(field, `${path}.`, facts)];
  });
}
