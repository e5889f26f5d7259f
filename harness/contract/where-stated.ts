import { walk } from '../base/json.ts';
import { once } from '../base/once.ts';
import { lineOf } from './line-of.ts';
import { service } from './service.ts';

/** The marks of the contract that name what a place states. */
const MARKS = new Set(['x-requirement', 'x-required-by']);

/** By requirement: the first line of `openapi/service.yaml` that names it. */
export const whereStated = once((): ReadonlyMap<string, number> => {
  const stated = [...walk(service())]
    .filter(({ key = '' }) => MARKS.has(key))
    .flatMap(({ pointer, value }) =>
      Array.isArray(value)
        ? value.map((id, place) => [String(id), lineOf(`${pointer}/${place}`)] as const)
        : [[String(value), lineOf(pointer)] as const],
    );
  return new Map(stated.toSorted(([, one], [, other]) => other - one));
});
