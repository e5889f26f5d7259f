import type { SignatureCase } from '../signature-case.ts';
import { BODY, CURRENT, type Draft, digest } from './draft.ts';

/** A `t` that is there twice. Whichever is meant, it has to be the one that is signed and the one that is compared. */
export function severalTCases({ GOOD, NOW, open, reject, T }: Draft): readonly SignatureCase[] {
  const OLD = String(NOW - 86_400);
  const OLD_DIGEST = digest(CURRENT, OLD, BODY);
  const LATER = String(NOW + 1);
  return [
    open('several-t/equal', 'the same t twice', `t=${T},t=${T},v1=${GOOD}`, 'accept', 'nothing is ambiguous'),
    open(
      'several-t/equal-around',
      'the same t before and behind v1',
      `t=${T},v1=${GOOD},t=${T}`,
      'accept',
      'nothing is ambiguous',
    ),
    open(
      'several-t/first-signed',
      'two t, both fresh, the first is signed',
      `t=${T},t=${LATER},v1=${GOOD}`,
      'ambiguous-timestamp',
      'node and go take the last, python, ruby and java the first; ours takes neither',
    ),
    open(
      'several-t/last-signed',
      'two t, both fresh, the last is signed',
      `t=${LATER},t=${T},v1=${GOOD}`,
      'ambiguous-timestamp',
      'node and go take the last, python, ruby and java the first; ours takes neither',
    ),
    open(
      'several-t/both-signed',
      'two t, both fresh, each with its v1',
      `t=${T},v1=${GOOD},t=${LATER},v1=${digest(CURRENT, LATER, BODY)}`,
      'ambiguous-timestamp',
      'every reading verifies, but which moment is meant cannot be known',
    ),
    open(
      'several-t/other-notation',
      'the same number twice, once with a zero before it',
      `t=${T},t=0${T},v1=${GOOD}`,
      'ambiguous-timestamp',
      'equal as numbers, different as signed text',
    ),
    open(
      'several-t/second-is-nonsense',
      'a signed t, and one that is no number',
      `t=${T},t=x,v1=${GOOD}`,
      'ambiguous-timestamp',
      'which one is meant cannot be known',
    ),
    reject(
      'several-t/replayed-fresh-last',
      'an old signed t, and a fresh one behind it',
      `t=${OLD},t=${T},v1=${OLD_DIGEST}`,
      'ambiguous-timestamp',
      'a replay: refused under either reading; accepted only by who signs the first and compares the last',
    ),
    reject(
      'several-t/replayed-fresh-first',
      'a fresh t, and the old signed one behind it',
      `t=${T},t=${OLD},v1=${OLD_DIGEST}`,
      'ambiguous-timestamp',
      'a replay: refused under either reading; accepted only by who compares the first and signs the last',
    ),
    reject(
      'several-t/replayed-behind-v1',
      'an old delivery as it was, and a fresh t behind it',
      `t=${OLD},v1=${OLD_DIGEST},t=${T}`,
      'ambiguous-timestamp',
      'a replay by who can add to the header, but not sign',
    ),
    reject(
      'several-t/none-signed',
      'two t, neither is signed',
      `t=${T},t=${LATER},v1=${OLD_DIGEST}`,
      'ambiguous-timestamp',
      'nothing verifies under any reading',
    ),
  ];
}
