import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's Chromium, which `scripts/install-test-packages.sh` installs; CHROMIUM names another. */
const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Whether there is a Chromium to start. A test that needs it is skipped without; in CI it fails. */
export function hasBrowser(): boolean {
  return process.env.CI !== undefined || existsSync(EXECUTABLE);
}

/** Starts Chromium; the caller closes it. @throws where it is not installed, with how to install it */
export async function startBrowser(): Promise<Browser> {
  try {
    return await chromium.launch({
      executablePath: EXECUTABLE,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
  } catch (cause) {
    throw new Error(`${EXECUTABLE} does not start: install it with scripts/install-test-packages.sh`, { cause });
  }
}
