import { parentPort } from 'node:worker_threads';
import { messageOf } from '../base/errors.ts';
import { dropExperimentalWarnings } from '../base/quiet-node.ts';
import { loadScenarios } from '../journeys/scenario.ts';
import { driveNight, nightCase } from './case.ts';
import { driveCase } from './drive-case.ts';
import type { WorkerJob } from './prove.ts';

/** A worker thread. It drives several received cases at once and replies with their rows. */

// Stacks cost more than their errors, and nothing reads them here.
Error.stackTraceLimit = 0;
const port = parentPort;
dropExperimentalWarnings();
if (port === null) throw new Error('this file runs in a worker thread only');
const scenarios = await loadScenarios();
const ids = scenarios.map(({ id }) => id);

port.on('message', ({ nth, job }: WorkerJob) => {
  const isNight = 'night' in job;
  const proof = isNight ? nightCase(job, ids) : job;
  const drive = (own: typeof proof) => driveCase(own, scenarios);
  (isNight ? driveNight(proof, drive) : drive(proof)).then(
    row => port.postMessage({ nth, row }),
    (thrown: unknown) => port.postMessage({ failed: `${proof.name}: ${messageOf(thrown)}` }),
  );
});
