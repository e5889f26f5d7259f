import { expect, test } from 'vitest';
import { requirements } from '../../contract/requirements.ts';
import { CHECKS } from '../checks/index.ts';
import { MUTATIONS } from './measure.ts';

const JUDGED = [...new Set(CHECKS.flatMap(check => check.requirements))];

test.each(JUDGED)('%s has an evidence mutation, or says why it has no findings', requirement => {
  const mutations = MUTATIONS.filter(mutation => mutation.requirement === requirement);
  expect(mutations.length > 0 || requirements().get(requirement)?.exempt?.mutation).toBeTruthy();
});
