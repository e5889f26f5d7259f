import { describeSuite } from '#testing';
import { SCENARIOS } from '../index.ts';

describeSuite(
  'collection',
  SCENARIOS.filter(({ suite }) => suite === 'collection'),
);
