import { type Received, verifies } from '../backend.ts';
import type { WrongBackend } from './wrong-backend.ts';

const has = (received: Received, name: string) => received.rawHeaders.includes(name);

/** Backends that read requests wrongly. */
export const WRONG_HTTP: readonly WrongBackend[] = [
  [
    'compares-the-content-type',
    'ignores what is not exactly JSON',
    { first: (_, { headers }) => (headers['content-type'] === 'application/json' ? undefined : 200) },
  ],
  ['reads-one-piece', 'reads once', { verify: (received, now) => received.pieces === 1 && verifies(received, now) }],
  [
    'dies-of-a-request',
    'ends where a body is not JSON',
    {
      first: (said, _, running) => {
        if (said === undefined) running.die();
        return undefined;
      },
    },
  ],
  [
    'dies-of-a-request',
    'processes nothing after a large body',
    {
      first: (_, { body }, { memory }) => {
        if (body.length > 500_000) memory.seen.add('full');
        return memory.seen.has('full') ? 503 : undefined;
      },
    },
  ],
  [
    'names-of-headers-in-one-case',
    'reads raw headers',
    { verify: (received, now) => has(received, 'Service-Signature') && verifies(received, now) },
  ],
  [
    'needs-a-length',
    'reads as much as the length says',
    { verify: (received, now) => received.headers['content-length'] !== undefined && verifies(received, now) },
  ],
  ['limits-bodies', 'takes a kilobyte', { first: (_, { body }) => (body.length > 1_024 ? 413 : undefined) }],
  [
    'refuses-expectations',
    'answers 417',
    { first: (_, { headers }) => (headers.expect === undefined ? undefined : 417) },
  ],
];
