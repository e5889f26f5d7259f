import { describeSuite } from '#harness';
import { SCENARIOS } from '../index.ts';

describeSuite(
  'contract',
  SCENARIOS.filter(({ suite }) => suite === 'contract'),
);
