import { describeSuite } from '#testing';
import { SCENARIOS } from '../index.ts';

describeSuite(
  'contract',
  SCENARIOS.filter(({ suite }) => suite === 'contract'),
);
