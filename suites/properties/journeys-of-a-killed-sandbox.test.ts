import fc from 'fast-check';
import { test } from 'vitest';
import { journeyProperty } from '#testing';

test('Every due webhook arrives, and no other, when the sandbox process is killed and restarted', () =>
  fc.assert(journeyProperty({ served: true, maxCommands: 16 }), { numRuns: 4 }));
