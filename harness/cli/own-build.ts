import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { IS_BUILT, ownFile } from '../base/own-files.ts';
import { BUILD, type Resource, sha256 } from '../report/statement/statement.ts';
import type { World } from '../world/world.ts';
import { version } from './version.ts';

/** What judges, from the root of a package and of a checkout. */
const FILES = IS_BUILT ? ['package.json', 'dist', 'openapi'] : ['package.json', 'harness', 'openapi'];

/**
 * The build that judges: its version, and the digest of what was installed; of a checkout also its commit, and whether
 * it was clean, where git can tell.
 */
export async function ownBuild(world: World): Promise<Resource> {
  const root = fileURLToPath(ownFile('.'));
  const files = FILES.flatMap(name => filesIn(root, name)).sort();
  const installed = sha256(files.map(file => `${file} ${sha256(readFileSync(join(root, file)))}\n`).join(''));
  const git = (...args: readonly string[]) => (IS_BUILT ? undefined : outputOf(world, 'git', args, root));
  const commit = await git('rev-parse', 'HEAD');
  const changes = await git('status', '--porcelain', '--', ...FILES);
  return {
    name: BUILD,
    uri: `pkg:npm/${BUILD}@${version()}`,
    digest: { sha256: installed, ...(commit !== undefined && { gitCommit: commit }) },
    annotations: { version: version(), ...(changes !== undefined && { clean: changes === '' }) },
  };
}

function filesIn(root: string, name: string): readonly string[] {
  if (name.endsWith('.json')) return [name];
  return readdirSync(join(root, name), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(root.length));
}

/** What a program prints, trimmed; undefined where it fails, or is not there. */
async function outputOf(world: World, program: string, args: readonly string[], cwd: string) {
  try {
    const child = world.spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(child, 'close');
    const [printed, [code]] = await Promise.all([child.stdout ? text(child.stdout) : '', ended]);
    return code === 0 ? printed.trim() : undefined;
  } catch {
    return undefined;
  }
}
