import { describe, expect, test } from 'vitest';
import { aBusyRun, earlyCredit, FAULTS } from '../testing/busy-run.ts';
import { DEPLOYMENTS, type Deployment } from '../testing/deployments.ts';
import { INTERPRETATION, type RunMade } from '../testing/evidence.ts';
import { learn } from './learn.ts';

const found = ({ evidence }: RunMade) => learn(evidence).interpretations;
const right = ({ interpretation }: Deployment) => ({ ...INTERPRETATION, ...interpretation });

describe.each([3, 10])('Learning from the first and %i more happy paths', happyPaths => {
  test.each(DEPLOYMENTS)('finds the right places of a deployment that $says', deployment => {
    const all = found(aBusyRun(deployment.write, deployment.options, happyPaths));
    expect(all[0]).toEqual(right(deployment));
    expect(all).toHaveLength(deployment.interpretations ?? 1);
  });
});

test.each(DEPLOYMENTS)(
  'learn finds the same places where one redelivery in five has a new id, from one that $says',
  deployment => {
    expect(found(aBusyRun(FAULTS.renamed(deployment.write), deployment.options))[0]).toEqual(right(deployment));
  },
);

test.each(DEPLOYMENTS)(
  'learn finds the same places where one event in five has the id of another, from one that $says',
  deployment => {
    expect(found(aBusyRun(FAULTS.shared(deployment.write), deployment.options))[0]).toEqual(right(deployment));
  },
);

test.each(DEPLOYMENTS)(
  'learn finds the same places where one confirmation in five credits too soon, from one that $says',
  deployment => {
    const run = aBusyRun(deployment.write, earlyCredit(deployment.options ?? {}));
    expect(found(run)[0]).toEqual(right(deployment));
  },
);
