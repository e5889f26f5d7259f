import { CURRENT, digest, type Table } from './draft.ts';

const DIFFER = 'libraries differ: some take the first t, some the last; the harness takes neither';
const UNKNOWN = 'every reading verifies, but which moment is meant cannot be known';
const REPLAY = 'a replay: refused under either reading; accepted by a verifier that signs one t and compares the other';

/** A repeated `t`. Whichever is meant, it has to be the one that is signed and the one that is compared. */
export const severalTCases: Table = ({ GOOD, NOW, open, reject, T }) => {
  const OLD = String(NOW - 86_400);
  const OLD_DIGEST = digest(CURRENT, OLD);
  const LATER = String(NOW + 1);
  return [
    open('accept', 'nothing is ambiguous', {
      equal: ['the same t twice', `t=${T},t=${T},v1=${GOOD}`],
      'equal-around': ['the same t before and after v1', `t=${T},v1=${GOOD},t=${T}`],
    }),
    open('ambiguous-timestamp', DIFFER, {
      'first-signed': ['two t, both fresh, the first is signed', `t=${T},t=${LATER},v1=${GOOD}`],
      'last-signed': ['two t, both fresh, the last is signed', `t=${LATER},t=${T},v1=${GOOD}`],
    }),
    open('ambiguous-timestamp', UNKNOWN, {
      'both-signed': [
        'two t, both fresh, each with its v1',
        `t=${T},v1=${GOOD},t=${LATER},v1=${digest(CURRENT, LATER)}`,
      ],
    }),
    open('ambiguous-timestamp', 'equal as numbers, different as signed text', {
      'other-notation': ['the same number twice, once with a leading zero', `t=${T},t=0${T},v1=${GOOD}`],
    }),
    open('ambiguous-timestamp', 'which one is meant cannot be known', {
      'second-is-nonsense': ['a signed t, and one that is not a number', `t=${T},t=x,v1=${GOOD}`],
    }),
    reject('ambiguous-timestamp', REPLAY, {
      'replayed-fresh-last': ['an old signed t, then a fresh one', `t=${OLD},t=${T},v1=${OLD_DIGEST}`],
      'replayed-fresh-first': ['a fresh t, then the old signed one', `t=${T},t=${OLD},v1=${OLD_DIGEST}`],
    }),
    reject('ambiguous-timestamp', 'a replay by somebody who can add to the header, but not sign', {
      'replayed-behind-v1': ['an old delivery as it was, then a fresh t', `t=${OLD},v1=${OLD_DIGEST},t=${T}`],
    }),
    reject('ambiguous-timestamp', 'nothing verifies under any reading', {
      'none-signed': ['two t, neither is signed', `t=${T},t=${LATER},v1=${OLD_DIGEST}`],
    }),
  ];
};
