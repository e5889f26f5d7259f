import { HarnessError } from './errors.ts';

/**
 * An id as one segment of a path, percent-encoded. No address can carry an empty id, `.` or `..`: a URL takes those,
 * encoded too, for a way through its folders, so that the call would reach another route. Nor can it carry half a
 * surrogate pair, which no UTF-8 writes. @throws HarnessError `id-unsendable` (usage)
 */
export function pathSegment(id: string): string {
  const problem = isWayThroughFolders(id) ? 'a URL would lead to another route' : unwritable(id);
  if (problem === undefined) return encodeURIComponent(id);
  throw new HarnessError('id-unsendable', 'usage', `the id ${JSON.stringify(id)} cannot stand in a path: ${problem}`, {
    received: JSON.stringify(id),
    expected: 'an id that a URL can carry: not empty, not "." or "..", valid Unicode',
    next: 'give the id as the service gave it',
  });
}

function isWayThroughFolders(id: string): boolean {
  return id === '' || id === '.' || id === '..';
}

function unwritable(id: string): string | undefined {
  return id.isWellFormed() ? undefined : 'it holds half a surrogate pair, which UTF-8 cannot write';
}
