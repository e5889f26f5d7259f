import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

/** What the harness is compared with. They are installed for the benchmarks only, and are no dependencies. */
const PEERS = { stripe: '23.1.0', express: '5.3.0', '@stoplight/prism-cli': '5.16.0' };

/** The folder in which the peers are installed; git ignores it. */
export const PEERS_FOLDER = resolve(import.meta.dirname, '../../reports/benchmarks/peers');

/** Loads a package as a program in the folder of the peers would. */
export const requirePeer = createRequire(join(PEERS_FOLDER, 'package.json'));

/** Installs the peers, unless these versions are installed. */
export function installPeers(): void {
  const file = join(PEERS_FOLDER, 'package.json');
  const wanted = `${JSON.stringify({ private: true, dependencies: PEERS }, null, 2)}\n`;
  mkdirSync(PEERS_FOLDER, { recursive: true });
  if (read(file) === wanted && read(join(PEERS_FOLDER, 'node_modules/.package-lock.json')) !== undefined) return;
  writeFileSync(file, wanted);
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], {
    cwd: PEERS_FOLDER,
    stdio: 'inherit',
  });
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
