import { isDeepStrictEqual } from 'node:util';
import type { KnownMistake, WrongSteps } from './known-mistakes.ts';
import { RIGHT_RECEIVER } from './receiver.ts';
import { RIGHT } from './verifier.ts';

/**
 * The wrong steps of SDKs that make several mistakes, each in any of its ways.
 * @param chance whether the bytes of the digest are chance: default no
 */
export function combinations(mistakes: readonly KnownMistake[], chance = false): readonly WrongSteps[] {
  const ways = mistakes.reduce<readonly (readonly WrongSteps[])[]>(
    (before, { verifier, receiver, variants, byChance = [] }) =>
      [{ verifier, receiver }, ...variants, ...(chance ? byChance : [])].flatMap(way =>
        before.map(others => [...others, way]),
      ),
    [[]],
  );
  return ways.map(combine);
}

/** The wrong steps of an SDK that makes several mistakes. */
export function combine(mistakes: readonly WrongSteps[]): WrongSteps {
  const [only, ...others] = mistakes;
  if (only !== undefined && others.length === 0) return only;
  return {
    verifier: merged(
      RIGHT,
      mistakes.map(({ verifier }) => verifier),
    ),
    receiver: merged(
      RIGHT_RECEIVER,
      mistakes.map(({ receiver }) => receiver),
    ),
  };
}

type Step = (...args: never[]) => unknown;

/**
 * Steps that deviate from the right ones wherever one of several changes does. Of two changes that both deviate the
 * first counts; a change to a body or to what is remembered works on what the one before it made.
 */
function merged<S extends object>(right: S, changes: readonly Partial<S>[]): Partial<S> {
  const steps: Partial<S> = {};
  for (const name of Object.keys(right) as (keyof S & string)[]) {
    const own = changes.flatMap(change => (change[name] === undefined ? [] : [change[name]]));
    const [first] = own;
    if (first === undefined) continue;
    steps[name] = own.length === 1 ? first : (deviating(right[name] as Step, own as Step[], name) as S[typeof name]);
  }
  return steps;
}

/** Steps whose result is of the same kind as their argument. */
const IN_SEQUENCE: ReadonlySet<string> = new Set(['body', 'remembers']);

function deviating(right: Step, changes: readonly Step[], name: string): Step {
  if (IN_SEQUENCE.has(name))
    return (...args) => changes.reduce((value, change) => change(value as never), args[0] as unknown);
  return (...args) => {
    const wanted = right(...args);
    for (const change of changes) {
      const made = change(...args);
      if (!isDeepStrictEqual(made, wanted)) return made;
    }
    return wanted;
  };
}
