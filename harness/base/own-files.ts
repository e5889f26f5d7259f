import { findPackageJSON } from 'node:module';
import { isAbsolute, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The package holds built JavaScript in this folder. A checkout runs its TypeScript as it is. */
const BUILT = 'dist/';

const manifest = findPackageJSON(import.meta.url);
if (manifest === undefined) throw new Error('the harness has no package.json above its own files');
const root = new URL('.', pathToFileURL(manifest));

/** Whether this is the package, and not a checkout. */
export const IS_BUILT = import.meta.url.startsWith(new URL(BUILT, root).href);

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
  return ownFile(IS_BUILT ? `${BUILT}${path.replace(/\.ts$/, '.js')}` : path);
}

/** Where the harness was started; the root where that folder is gone. */
function here(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}

/** Whether the harness was started in its own folder, or below it. */
export function startedWithin(): boolean {
  return isBelow(relative(fileURLToPath(root), here()));
}

/** A file of the harness's own package as a person names it where the harness was started. @param path as `ownFile` */
export function ownPath(path: string): string {
  const file = fileURLToPath(ownFile(path));
  const fromHere = relative(here(), file);
  return isBelow(fromHere) ? fromHere : file;
}

function isBelow(path: string): boolean {
  return path.split(/[\\/]/)[0] !== '..' && !isAbsolute(path);
}
