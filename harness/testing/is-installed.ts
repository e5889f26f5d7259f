import { spawnSync } from 'node:child_process';

/** Whether a program is installed. CI requires every program, so that no test is skipped there. */
export function isInstalled(program: string): boolean {
  return process.env.CI !== undefined || spawnSync(program, ['--version']).error === undefined;
}
