import { spawnSync } from 'node:child_process';

/** Whether a program can be started, or has to be: CI requires every program, so that no test is skipped there. */
export function isInstalled(program: string): boolean {
  return process.env.CI !== undefined || spawnSync(program, ['--version']).error === undefined;
}
