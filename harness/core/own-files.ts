import { findPackageJSON } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The package holds built JavaScript in this folder. A checkout runs its TypeScript as it is. */
const BUILT = 'dist/';

const manifest = findPackageJSON(import.meta.url);
if (manifest === undefined) throw new Error('the harness has no package.json above its own files');
const root = new URL('.', pathToFileURL(manifest));
const isBuilt = import.meta.url.startsWith(new URL(BUILT, root).href);

/** How a person starts the harness, up to the name of a command: from its checkout, or where it is installed. */
export const OWN_COMMAND = isBuilt ? 'npx onramp-harness' : 'npm run -s harness --';

/** A file of the harness's own package. @param path from the root of the package, such as `openapi/service.yaml` */
export function ownFile(path: string): URL {
  return new URL(path, root);
}

/**
 * A module of the harness that is loaded by its address: in a thread of its own, or when it is needed.
 *
 * @param path from the root of the checkout, such as `harness/proof/worker.ts`; an entry of the package's build
 */
export function ownModule(path: string): URL {
  return ownFile(isBuilt ? `${BUILT}${path.replace(/\.ts$/, '.js')}` : path);
}
