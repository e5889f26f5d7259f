import { HarnessError } from './errors.ts';

/**
 * An id as one percent-encoded path segment. An empty id, `.` and `..` cannot be sent: a URL resolves them as folders,
 * even encoded, so the call would reach another route. A lone surrogate cannot be encoded in UTF-8. @throws
 * HarnessError `id-unsendable` (usage)
 */
export function pathSegment(id: string): string {
  const isFolder = id === '' || id === '.' || id === '..';
  if (!isFolder && id.isWellFormed()) return encodeURIComponent(id);
  const problem = isFolder ? 'the URL would lead to another route' : 'it holds a lone surrogate';
  throw new HarnessError('id-unsendable', 'usage', `the id ${JSON.stringify(id)} cannot be in a path: ${problem}`, {
    expected: 'an id that a URL can hold: not empty, not "." or "..", valid Unicode',
    next: 'give the id as the service gave it',
  });
}
