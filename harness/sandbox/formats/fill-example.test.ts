import { expect, test } from 'vitest';
import { fillExample } from './fill-example.ts';

test('Placeholders are filled where they are the whole of a string, and everything else stays', () => {
  const example = {
    id: '{order}',
    state: ['{state}'],
    at: '{time:epoch-s-number}',
    iso: '{time:iso-s}',
    no: '{time:x}',
  };
  expect(
    fillExample({ ...example, text: 'of {order}', n: 1, none: null }, { order: 'co_1', state: 'PAID', at: 1_500 }),
  ).toEqual({
    ...{ id: 'co_1', state: ['PAID'], at: 1, iso: '1970-01-01T00:00:01Z', no: '{time:x}' },
    ...{ text: 'of {order}', n: 1, none: null },
  });
});
