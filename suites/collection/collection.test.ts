import { describeSuite } from '#harness';
import { SCENARIOS } from '../index.ts';

describeSuite(
  'collection',
  SCENARIOS.filter(({ suite }) => suite === 'collection'),
);
