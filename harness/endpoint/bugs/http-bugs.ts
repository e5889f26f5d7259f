import type { Sighting } from '../shown.ts';
import { type BugPatterns, failing, losing, NOT_CREDITED, of } from './bug-pattern.ts';

/** Whether a backend is gone, or processes nothing after a request that is no webhook of the service. */
const isDead = ({ case: id, trouble }: Sighting) =>
  ['gone', 'silent'].includes(trouble) || (trouble === 'next-not-processed' && /^http\.|^signature\./.test(id));

/** Bugs in how requests are read. */
export const HTTP_BUGS: BugPatterns = {
  'names-of-headers-in-one-case': [
    'The handler reads header names in one letter case only',
    failing(['not-credited'], 'http.lower-case', 'http.upper-case'),
    of(NOT_CREDITED, 'http.lower-case', 'http.upper-case'),
  ],
  'reads-one-piece': ['The handler reads only the first part of a body', ...losing('http.pieces', 'http.chunked')],
  'compares-the-content-type': [
    'The handler drops a webhook whose content type has a parameter, such as a charset',
    ...losing('http.charset'),
  ],
  'limits-bodies': ['The handler takes no body of a few thousand bytes', ...losing('http.long-body')],
  'refuses-expectations': [
    'The handler, or what stands before it, refuses Expect: 100-continue',
    ...losing('http.expect-continue'),
  ],
  'needs-a-length': [
    'The handler does not read a chunked body',
    shown => shown.failed('http.chunked', 'not-credited') && shown.held('http.pieces'),
    of(NOT_CREDITED, 'http.chunked'),
  ],
  'dies-of-a-request': [
    'The handler exits, or does not answer within 10 s, after certain requests',
    shown => shown.sightings.some(isDead),
    isDead,
  ],
};
