/** The thread that a command runs in; see `supervise.ts`. */
import nodeModule from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { dropExperimentalWarnings } from '../base/quiet-node.ts';

if (parentPort === null) throw new Error('this module is a thread of the command line');
dropExperimentalWarnings();
nodeModule.enableCompileCache();
const [{ dispatch }, { hostProcess }] = await Promise.all([import('./dispatch.ts'), import('./supervise.ts')]);
const code = await dispatch(process.argv.slice(2), hostProcess(parentPort, workerData));
parentPort.postMessage({ code });
