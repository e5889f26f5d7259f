import { kindOf } from '../case-id.ts';
import { creditsOnce, type EndpointCase } from '../endpoint-case.ts';

/** How many requests are sent at the same moment: a plain server queues five connections, and drops more. */
export const AT_ONCE = 4;

/** A case about credits, by the rest of its id. @param where what happens, as a clause after "where" */
export function credit(name: string, where: string, run: EndpointCase['run']): EndpointCase {
  const id = `credit.${name}`;
  return creditsOnce(id, kindOf(id), where, run);
}
