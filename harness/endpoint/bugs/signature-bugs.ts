import type { Shown } from '../shown.ts';
import { type BugPatterns, FORBIDDEN, failing, losing, NOT_CREDITED, of } from './bug-pattern.ts';

const OLD = ['signature.old-by-seconds', 'signature.old-by-a-minute', 'signature.old-by-a-day'];
const NEW = ['signature.new-by-seconds', 'signature.new-by-a-minute', 'signature.new-by-a-day'];
/** Shown where the valid `v1` of several is accepted at one place alone, of those that were tried. */
const onlyAt = (own: string, ...others: readonly string[]) => {
  const at = (place: string) => `signature.rotation/${place}`;
  return (shown: Shown) =>
    shown.failed('signature.rotation', 'not-credited') &&
    !others.some(place => shown.held(at(place))) &&
    shown.held(at(own));
};

/** Bugs of the verification of signatures. */
export const SIGNATURE_BUGS: BugPatterns = {
  'verifies-nothing': [
    'The handler does not verify signatures',
    shown => ['forged', 'wrong-secret', 'altered-body'].every(name => shown.failed(`signature.${name}`, ...FORBIDDEN)),
    one => of(FORBIDDEN)(one) && (one.case.startsWith('signature.') || one.case.includes('forged')),
  ],
  'remembers-verified-headers': [
    'The handler accepts a signature header that it verified before with any body',
    ...accepting('used-header'),
  ],
  'verifies-a-reserialized-body': [
    'The handler verifies a re-serialized body, not the received bytes',
    failing(FORBIDDEN, 'signature.reserialized-body'),
    one =>
      of([...FORBIDDEN, ...NOT_CREDITED], 'signature.reserialized-body')(one) ||
      of(NOT_CREDITED, 'http.unicode')(one) ||
      (one.case.includes('respelt') && of(NOT_CREDITED, 'credit.isolation')(one)),
  ],
  'decodes-before-it-verifies': [
    'The handler verifies a body that it decoded as other text than UTF-8, or changed, not the received bytes',
    shown => shown.failed('http.unicode', 'not-credited') && shown.held('http.lower-case'),
    of(NOT_CREDITED, 'http.unicode'),
  ],
  'remembers-verified-ids': [
    'The handler verifies an event id once, and accepts any later delivery with that id',
    shown => shown.failed('signature.used-id', ...FORBIDDEN) && !shown.failed('credit.failure/before-disburse'),
    of(FORBIDDEN, 'signature.used-id'),
  ],
  'skips-an-absent-header': [
    'The handler verifies a signature only if there is one',
    ...accepting('no-header', 'not-json', 'no-v1', 'no-t'),
  ],
  'guessed-secret': [
    'The handler verifies with a guessable secret, such as the text of an unset value',
    ...accepting('guessed-secret'),
  ],
  'empty-secret': ['The handler also verifies with an empty secret', ...accepting('empty-secret')],
  'signs-without-t': [
    'The handler does not sign t with the body',
    failing(FORBIDDEN, 'signature.altered-t', 'signature.body-digest'),
    of(FORBIDDEN, 'signature.altered-t', 'signature.body-digest', 'signature.no-t', ...OLD, ...NEW),
  ],
  'no-tolerance': [
    'The handler does not compare t with the clock',
    shown => ['old', 'new'].every(way => shown.failed(`signature.${way}-by-a-day`, ...FORBIDDEN)),
    of(FORBIDDEN, 'signature.no-t', ...OLD, ...NEW),
  ],
  'accepts-without-t': ['The handler accepts a header without t', ...accepting('no-t')],
  'accepts-without-v1': ['The handler accepts a header without v1', ...accepting('no-v1')],
  'checks-only-the-past': [
    'The handler refuses a t that is too old, but accepts any t in the future',
    failing(FORBIDDEN, 'signature.new-by-a-day'),
    of(FORBIDDEN, ...NEW),
  ],
  'checks-only-the-future': [
    'The handler refuses a t in the future, but accepts a t of any age',
    failing(FORBIDDEN, 'signature.old-by-a-day'),
    of(FORBIDDEN, ...OLD),
  ],
  'tolerance-too-wide': [
    'The handler tolerates more than 300 s between t and its clock',
    failing(FORBIDDEN, ...OLD, ...NEW),
    of(FORBIDDEN, ...OLD, ...NEW),
  ],
  'tolerance-too-narrow': [
    'The handler tolerates less than 300 s between t and its clock',
    ...losing('signature.tolerance'),
  ],
  'compares-a-part-of-the-digest': [
    'The handler compares only a part of the digest',
    failing(FORBIDDEN, 'signature.truncated', 'signature.extended'),
    of(FORBIDDEN, 'signature.truncated', 'signature.extended', 'signature.no-v1'),
  ],
  'only-the-first-v1': [
    'The handler compares only the first v1',
    onlyAt('first', 'last', 'between'),
    of(NOT_CREDITED, 'signature.rotation'),
  ],
  'only-the-last-v1': [
    'The handler compares only the last v1',
    onlyAt('last', 'first', 'between'),
    of(NOT_CREDITED, 'signature.rotation'),
  ],
  'expects-t-first': ['The handler refuses a header with v1 before t', ...losing('signature.any-order')],
  'one-v1-only': ['The handler refuses a header with several v1', ...losing('signature.rotation')],
  'remembers-before-it-verifies': [
    'The handler remembers the event id before it verifies, so that a forged delivery blocks the genuine one',
    ...losing('signature.poison', 'credit.isolation'),
  ],
};

/** A forgery that is accepted shows it; it explains others too. */
function accepting(forgery: string, ...others: readonly string[]) {
  const ids = [forgery, ...others].map(name => `signature.${name}`);
  return [failing(FORBIDDEN, `signature.${forgery}`), of(FORBIDDEN, ...ids)] as const;
}
