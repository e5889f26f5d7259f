import { expect, test } from 'vitest';
import { aRun } from '../../testing/evidence.ts';
import { withValueAt } from './edit.ts';

test.each(['header:X-Event-Id', 'header:x-event-id', 'header:X-EVENT-ID'])(
  'the place %s is set whatever the case of the name',
  place => {
    const run = aRun(({ id, type }) => ({ body: { type }, headers: [['X-Event-Id', id]] }));
    const changed = withValueAt(run.journey().deliver('a'), place, 'a', 'evt_other');
    expect(changed.headers.filter(([name]) => /event/i.test(name)).map(([, value]) => value)).toEqual(['evt_other']);
  },
);
