import { enableCompileCache } from 'node:module';

enableCompileCache();
const [{ dispatch }, { processTerminal }] = await Promise.all([
  import('./dispatch.ts'),
  import('./process-terminal.ts'),
]);
const code = await dispatch(process.argv.slice(2), processTerminal());
// Whatever a run could not close (a socket of a service that hangs, say) must not keep the process alive.
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
