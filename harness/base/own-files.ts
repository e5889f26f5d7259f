import { findPackageJSON } from 'node:module';
import { isAbsolute, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The folder of built JavaScript in the package. A checkout runs its TypeScript directly. */
const BUILT = 'dist/';

const manifest = findPackageJSON(import.meta.url);
if (manifest === undefined) throw new Error('the harness has no package.json above its own files');
const root = new URL('.', pathToFileURL(manifest));

/** Whether this is the package rather than a checkout. */
export const IS_BUILT = import.meta.url.startsWith(new URL(BUILT, root).href);

/** A file of the harness's own package. @param path from the root of the package: `openapi/service.yaml` */
export function ownFile(path: string): URL {
  return new URL(path, root);
}

/**
 * A module of the harness that is loaded by URL, in a separate thread or on demand.
 * @param path from the root of the checkout: `harness/proof/worker.ts`; an entry of the package's build
 */
export function ownModule(path: string): URL {
  return ownFile(IS_BUILT ? `${BUILT}${path.replace(/\.ts$/, '.js')}` : path);
}

/** The folder in which the harness was started; the root if that folder no longer exists. */
function here(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}

/** Whether the harness was started in its own folder or below it. */
export function startedWithin(): boolean {
  return isBelow(relative(fileURLToPath(root), here()));
}

/** The path of a file of the harness's own package, for a user. @param path as for {@link ownFile} */
export function ownPath(path: string): string {
  const file = fileURLToPath(ownFile(path));
  const fromHere = relative(here(), file);
  return isBelow(fromHere) ? fromHere : file;
}

function isBelow(path: string): boolean {
  return path.split(/[\\/]/)[0] !== '..' && !isAbsolute(path);
}
