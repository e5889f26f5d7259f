import { jsonOf } from '../../base/json.ts';
import type { CaseProblem, CaseSeen, Exchange } from '../../evidence/evidence.ts';
import { cover } from '../../gates/sdk/diagnosis/cover.ts';

type Calls = readonly Exchange[];

/** What calls may have in common, as the rest of "only …". Of those that fit alike the first is named. */
const TRAITS: readonly (readonly [trait: string, has: (call: Exchange) => boolean])[] = [
  ['with a GET', ({ request }) => request.method === 'GET'],
  ['where no answer comes, or one that breaks off', ({ failure }) => failure !== undefined],
  [
    'where the body of the answer is not JSON',
    ({ response }) => response?.body !== undefined && !jsonOf(response.body),
  ],
  ['where the answer has no body', ({ response }) => response !== undefined && (response.body?.size ?? 0) === 0],
  [
    'where a success is answered with another status than 200',
    ({ response }) => /^2(?!00)/.test(`${response?.status}`),
  ],
];

/**
 * What the cases have in common in which a client does something wrong, and most others have not: the trait that
 * explains all of them with the fewest that passed. Undefined where there is none.
 */
export function traitOf(
  failed: readonly CaseSeen[],
  passed: readonly CaseSeen[],
  callsOf: ReadonlyMap<string | undefined, Calls>,
): string | undefined {
  const have = (cases: readonly CaseSeen[], has: (call: Exchange) => boolean) =>
    cases.filter(({ id }) => callsOf.get(id)?.some(has));
  const [first] = cover(failed, () =>
    TRAITS.map(([trait, has]) => ({
      ...{ trait, explained: have(failed, has), unseen: have(passed, has).length, misfits: 0 },
    })),
  );
  const isAll = first !== undefined && first.explained.length === failed.length && failed.length > 1;
  return isAll && first.unseen < failed.length ? first.trait : undefined;
}

/** The cause of a problem, where it tells one finding from another. */
export const keyOf = ({ cause, message, severity }: CaseProblem): string => JSON.stringify([cause, message, severity]);
