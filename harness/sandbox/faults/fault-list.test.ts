import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Dialect } from '../../evidence/dialect.ts';
import { breaksIn, listFaults, selectFaults } from './fault-list.ts';

const REQUIREMENTS = parse(
  readFileSync(new URL('../../../openapi/requirements.yaml', import.meta.url), 'utf8'),
) as readonly { readonly id: string; readonly binds?: string }[];

const NAMES = listFaults().map(({ name }) => name);

it('The list of faults has unique names, and requirements that bind the service', () => {
  const binding = REQUIREMENTS.filter(({ binds }) => binds !== 'consumer').map(({ id }) => id);
  expect(new Set(NAMES).size).toBe(NAMES.length);
  for (const { name, requirement, alsoBreaks } of listFaults())
    expect(binding, name).toEqual(expect.arrayContaining([requirement, ...alsoBreaks]));
});

it('The list of faults says in which dialects a fault breaks nothing', () => {
  const notIn = (dialect: Dialect) =>
    listFaults()
      .filter(fault => !breaksIn(fault, dialect))
      .map(({ name }) => name);
  expect(notIn({})).toEqual([]);
  expect(notIn({ simulateBody: 'empty' })).toEqual([
    'webhook-fee-as-number',
    'simulate-amount-as-number',
    'simulate-camel-case',
  ]);
  expect(notIn({ delivery: { inOrder: true } })).toEqual(['no-redelivery-behind-another']);
  expect(notIn({ orderId: {} })).toContain('events-swapped-between-orders');
  expect(notIn({ orderId: { 'collection.failed': '/order' } })).not.toContain('events-swapped-between-orders');
});

it('The list of faults selects the intermittent version of every fault, and suggests the nearest name', () => {
  for (const name of NAMES.filter(name => !name.endsWith('-intermittent')))
    expect(selectFaults([`${name}-intermittent`])).toBeDefined();
  expect(() => selectFaults(['no-redelivry'])).toThrow(
    expect.objectContaining({
      code: 'fault-unknown',
      message: 'there is no fault "no-redelivry"; did you mean no-redelivery?',
    }),
  );
});
