import { isAscii } from 'node:buffer';
import { header } from '../../../base/json.ts';
import type { Mistakes } from '../../sdk/mistakes/verifier.ts';
import type { EventContent, HandlerParts, Received } from './handler.ts';

/** Refuses some requests before it reads them. */
const refusing = (status: number, refuses: (received: Received) => boolean): HandlerParts => ({
  first: received => (refuses(received) ? status : undefined),
});

const names = ({ headers }: Received) => headers.map(([name]) => name);
const hasLength = ({ headers }: Pick<Received, 'headers'>) => header(headers, 'content-length') !== undefined;

/** What a text search of a body looks for: the ids, the ids directly after a name, or any id. */
const SEARCHES: readonly ((said: EventContent, body: Buffer) => boolean)[] = [
  ({ id, order }, body) => [id, order].every(one => body.includes(JSON.stringify(one).slice(1, -1))),
  ({ id, order }, body) => [id, order].every(one => body.includes(`":${JSON.stringify(one)}`)),
  (_, body) => body.includes('id":"'),
];

/** Bugs in reading requests. */
export const HTTP_BUGS: Mistakes<HandlerParts> = {
  'redirects-webhooks': [
    'The handler, or what stands before it, answers every webhook with a redirect, such as to https or to a path ' +
      'with a slash at its end: senders do not follow redirects',
    refusing(308, () => true),
  ],
  'names-of-headers-in-one-case': [
    'The handler reads header names in one letter case only',
    refusing(400, received =>
      names(received).some(name => /^[a-z-]*signature$/i.test(name) && !/^[A-Z][a-z]/.test(name)),
    ),
    ...[/[A-Z]/, /[a-z]/].map(others =>
      refusing(400, received => names(received).some(name => /signature$/i.test(name) && others.test(name))),
    ),
  ],
  'reads-one-piece': [
    'The handler reads only the first part of a body',
    { accepts: (verified, { pieces }) => verified && pieces === 1 },
    { accepts: (verified, { pieces, ...received }) => verified && (pieces === 1 || !hasLength(received)) },
  ],
  'gives-up-on-slow-bodies': [
    'The handler gives up on a body whose second part comes a moment later',
    refusing(400, ({ pieces, ...received }) => pieces > 1 && hasLength(received)),
  ],
  'decodes-each-piece': [
    'The handler decodes each part of a body by itself: a character that is cut between two of them is lost',
    ...[400, 200].map(status => refusing(status, ({ body, pieces }) => pieces > 1 && !isAscii(body))),
  ],
  'decodes-as-ascii': [
    'The handler refuses a body with characters beyond ASCII: it decodes it as other text than UTF-8',
    refusing(400, ({ body }) => !isAscii(body)),
  ],
  'formats-the-body': [
    'The handler takes the body for a format in which percent signs mean something else, and verifies the result',
    { accepts: (verified, { body }) => verified && !body.includes('%') },
    { accepts: (verified, { body }) => verified && !body.includes('%%') },
  ],
  'searches-the-body': [
    'The handler searches the text of the body for the ids, and does not parse it: JSON spells one text in many ways',
    ...SEARCHES.flatMap(finds =>
      [400, 200].map(status => refusing(status, ({ event, body }) => event !== undefined && !finds(event, body))),
    ),
  ],
  'compares-the-content-type': [
    'The handler drops a webhook whose content type has a parameter, such as a charset',
    ...[200, 415].map(status =>
      refusing(status, ({ headers }) => header(headers, 'content-type') !== 'application/json'),
    ),
  ],
  'limits-bodies': [
    'The handler takes no body of a few thousand bytes',
    ...[1_024, 4_000].map(most => refusing(413, ({ body }) => body.length > most)),
  ],
  'refuses-expectations': [
    'The handler, or what stands before it, refuses Expect: 100-continue',
    refusing(417, ({ headers }) => header(headers, 'expect') !== undefined),
  ],
  'needs-a-length': [
    'The handler does not read a chunked body',
    refusing(411, received => !hasLength(received)),
    { accepts: (verified, received) => verified && hasLength(received) },
  ],
  'leaves-a-body-unread': [
    'The handler refuses a webhook before it has read the body, and takes the rest of it for the next request of the ' +
      'connection: behind a proxy, anyone who forges webhooks can block genuine ones',
    ...[/^$/, /^/].map(
      (unread): HandlerParts => ({
        first: ({ connection }, { memory }) => (memory.seen.has(connection) ? 400 : undefined),
        accepts(verified, { connection, signature = '' }, { memory }) {
          if (!verified && unread.test(signature)) memory.seen.add(connection);
          return verified;
        },
      }),
    ),
  ],
  'dies-of-a-request': [
    'The handler exits, or does not answer any more, after certain requests, as where it never releases a lock',
    {
      first({ event }, running) {
        if (event === undefined) running.die();
        return undefined;
      },
    },
    ...[500_000, 3_000].map(
      (most): HandlerParts => ({
        first({ body }, { memory }) {
          if (body.length > most) memory.seen.add('full');
          return memory.seen.has('full') ? 503 : undefined;
        },
      }),
    ),
  ],
};
