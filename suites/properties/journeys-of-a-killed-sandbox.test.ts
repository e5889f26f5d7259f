import { test } from 'vitest';
import { holds, journeyProperty } from '#testing';

test('Every due webhook arrives, and no other, when the sandbox process is killed and restarted', () =>
  holds(journeyProperty({ served: true, maxCommands: 16 }), { numRuns: 4 }));
