import { enableCompileCache } from 'node:module';

enableCompileCache();
const [{ dispatch }, { hostProcess }] = await Promise.all([import('./dispatch.ts'), import('./host-process.ts')]);
const code = await dispatch(process.argv.slice(2), hostProcess());
// Whatever a run could not close (a socket of a service that hangs, say) must not keep the process alive.
process.exit(code);
