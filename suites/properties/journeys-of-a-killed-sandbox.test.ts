import { test } from 'vitest';
import { holds, journeyProperty } from '#harness';

test('what holds for journeys also holds where a restart is a kill: in a process of its own, with whatever it was doing', () =>
  holds(journeyProperty({ served: true, maxCommands: 16 }), { numRuns: 4 }));
