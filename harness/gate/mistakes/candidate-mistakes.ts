import { type Pair, RIGHT } from './verifier.ts';
import type { VerifierMistake } from './verifier-mistake.ts';

const named = (pairs: readonly Pair[], fits: (key: string) => boolean) =>
  pairs.filter(([key]) => fits(key)).map(([, value]) => value);

/** Mistakes in the choice of `v1` values and secrets. */
export const CANDIDATE_MISTAKES: readonly VerifierMistake[] = [
  {
    name: 'first-v1-only',
    bug: 'it compares only the first v1',
    steps: { candidates: pairs => RIGHT.candidates(pairs).slice(0, 1) },
  },
  {
    name: 'last-v1-only',
    bug: 'it keeps only the last v1, as a map of the pairs does',
    steps: { candidates: pairs => RIGHT.candidates(pairs).slice(-1) },
  },
  {
    name: 'two-v1-only',
    bug: 'it compares only the first two v1',
    steps: { candidates: pairs => RIGHT.candidates(pairs).slice(0, 2) },
  },
  {
    name: 'every-v1',
    bug: 'it wants every v1 to match, where any suffices',
    steps: { some: (all, fits) => all.length > 0 && all.every(fits) },
  },
  {
    name: 'none-is-all',
    bug: 'it takes a header without v1 as one in which all v1 match',
    steps: { some: (all, fits) => all.every(fits) },
  },
  {
    name: 'few-v1',
    bug: 'it stops after sixteen v1 or fewer',
    steps: { candidates: pairs => RIGHT.candidates(pairs).slice(0, 15) },
  },
  {
    name: 'first-secret-only',
    bug: 'it tries only the first secret',
    steps: { secrets: secrets => secrets.slice(0, 1) },
  },
  { name: 'last-secret-only', bug: 'it tries only the last secret', steps: { secrets: secrets => secrets.slice(-1) } },
  {
    name: 'secrets-joined',
    bug: 'it takes several secrets, joined by a comma, as one',
    steps: { secrets: secrets => [secrets.join(',')] },
  },
  {
    name: 'any-version',
    bug: 'it takes every v… as a signature: v0, v2 and others count as v1',
    steps: { candidates: pairs => named(pairs, key => /^v/.test(key)) },
  },
  {
    name: 'v1-prefix',
    bug: 'it takes every key that begins with v1 as v1',
    steps: { candidates: pairs => named(pairs, key => key.startsWith('v1')) },
  },
  {
    name: 'v0-too',
    bug: 'it takes v0 as a signature too: a downgrade',
    steps: { candidates: pairs => named(pairs, key => key === 'v0' || key === 'v1') },
  },
];
