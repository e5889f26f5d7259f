import { parentPort } from 'node:worker_threads';
import { messageOf } from '../core/errors.ts';
import { ownModule } from '../core/own-files.ts';
import { dropExperimentalWarnings } from '../core/quiet-node.ts';
import type { Scenario } from '../journeys/scenario.ts';
import type { ProofCase } from './case.ts';
import { driveCase } from './drive-case.ts';

/** The body of a worker thread: drives each case that it receives, several at a time, and replies with its row. */

const port = parentPort;
dropExperimentalWarnings();
if (port === null) throw new Error('this file runs in a worker thread only');
const { SCENARIOS } = (await import(ownModule('suites/index.ts').href)) as {
  SCENARIOS: readonly Scenario[];
};

port.on('message', (proof: ProofCase) => {
  driveCase(proof, SCENARIOS).then(
    row => port.postMessage({ row }),
    (thrown: unknown) => port.postMessage({ failed: `${proof.name}: ${messageOf(thrown)}` }),
  );
});
