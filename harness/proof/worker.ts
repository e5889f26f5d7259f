import { parentPort } from 'node:worker_threads';
import { messageOf } from '../core/errors.ts';
import type { Scenario } from '../journeys/scenario.ts';
import type { ProofCase } from './case.ts';
import { driveCase } from './drive-case.ts';

/** One thread of the proof: drives each case that it is sent, several at a time, and answers with its row. */

const port = parentPort;
if (port === null) throw new Error('this file is the body of a worker thread');
const { SCENARIOS } = (await import(new URL('../../suites/index.ts', import.meta.url).href)) as {
  SCENARIOS: readonly Scenario[];
};

port.on('message', (proof: ProofCase) => {
  driveCase(proof, SCENARIOS).then(
    row => port.postMessage({ row }),
    (thrown: unknown) => port.postMessage({ failed: `${proof.name}: ${messageOf(thrown)}` }),
  );
});
