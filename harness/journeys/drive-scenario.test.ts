import { expect, test } from 'vitest';
import { aRun } from '../testing/evidence.ts';
import { networksIn } from './drive-scenario.ts';

test('Names of networks are found in answers and webhooks, each once', () => {
  const run = aRun();
  run.exchange('getClientSession', { answers: { networks: ['polygon', 'tron'], session: { chain: 'base' } } });
  run.exchange('simulateCollectionOrder', { answers: [{ source_network: 'tron', depositNetwork: 'Tron_Nile-2' }] });
  run.exchange('simulateCollectionOrder', { text: '<network>x1</network>' });
  run.journey().deliver('a', { json: { data: { received_network: 'solana', network: null, networks: [1] } } });
  expect(networksIn(run.evidence)).toEqual(['polygon', 'tron', 'base', 'Tron_Nile-2', 'solana']);
});

test('Other members, and texts that are not names, are not networks', () => {
  const run = aRun();
  const fees = { network: 'low', item: { chain: 'high' } };
  const answers = {
    networked: 'a1',
    network_fee: '1.00',
    chain: 'not a name',
    network: '',
    paid: { network: '1.00' },
    fees,
  };
  run.exchange('simulateCollectionOrder', { answers });
  expect(networksIn(run.evidence)).toEqual([]);
});
