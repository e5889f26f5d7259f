import { expect, test } from 'vitest';
import { View } from '../../evidence/view.ts';
import { aRun, INTERPRETATION } from '../../testing/evidence.ts';
import { withEventId } from './edit.ts';

test.each(['header:X-Event-Id', 'header:x-event-id', 'header:X-EVENT-ID'])(
  'the event id at %s is set whatever the case of the name',
  eventId => {
    const run = aRun(({ id, type }) => ({ body: { type }, headers: [['X-Event-Id', id]] }));
    const delivery = run.journey().deliver('a');
    const changed = withEventId(delivery, View.of(run.evidence, { ...INTERPRETATION, eventId }), 'evt_other');
    expect(changed.headers.filter(([name]) => /event/i.test(name)).map(([, value]) => value)).toEqual(['evt_other']);
  },
);
