import { dereferenced, serviceAt } from '../../contract/service.ts';
import type { JsonObject } from '../../core/json.ts';

/** A place of the contract, with what stands next to a reference and what that leads to as one. */
export interface ContractNode {
  /** Of what it leads to: its children are below it. */
  readonly pointer: string;
  readonly value: JsonObject;
  readonly gaps: readonly string[];
  readonly description: string;
}

/** The place at a JSON Pointer into the contract. */
export function nodeAt(pointer: string): ContractNode {
  const target = dereferenced(pointer);
  const [own, value] = [serviceAt(pointer), serviceAt(target)];
  const gaps = [own, value].flatMap(node => [node['x-gap'] ?? []].flat());
  const description = own.description ?? value.description;
  return {
    ...{ pointer: target, value },
    gaps: [...new Set(gaps.filter(gap => typeof gap === 'string'))],
    description: typeof description === 'string' ? description : '',
  };
}

/** A text member of a place; empty where it has none. */
export function textAt({ value }: ContractNode, name: string): string {
  const text = value[name];
  return typeof text === 'string' ? text : '';
}
