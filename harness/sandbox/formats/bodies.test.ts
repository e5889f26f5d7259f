import { expect, test } from 'vitest';
import { fillExample } from './bodies.ts';

test('A placeholder is filled only if it is the whole string', () => {
  const example = {
    ...{ id: '{order}', state: ['{state}'], at: '{time:epoch-s-number}', iso: '{time:iso-s}', no: '{time:x}' },
    ...{ text: 'of {order}', n: 1, none: null, other: '{rate}' },
  };
  expect(fillExample(example, { order: 'co_1', fields: { status: 'PAID', rate: '2.00' }, at: 1_500 })).toEqual({
    ...{ id: 'co_1', state: ['PAID'], at: 1, iso: '1970-01-01T00:00:01Z', no: '{time:x}' },
    ...{ text: 'of {order}', n: 1, none: null, other: '{rate}' },
  });
});

test.each([
  ['of an order that received another amount, what it received', { received_amount: '0.29' }, ['0.29', 0.29, '29', 29]],
  ['of any other, what was due', {}, ['12.50', 12.5, '1250', 1250]],
])('An example body has the right received amount in each form: %s', (_, received, written) => {
  const forms = ['decimal', 'number', 'minor', 'minor-number'].map(form => `{received_amount:${form}}`);
  expect(fillExample(forms, { order: 'co_1', fields: { amount: '12.50', ...received }, at: 0 })).toEqual(written);
});
