import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Debian's Chromium: the headless shell, which `scripts/install-test-packages.sh` installs, or the whole browser. */
const EXECUTABLES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;

/** The browser that tests start. CHROMIUM names another. */
const EXECUTABLE = process.env.CHROMIUM ?? EXECUTABLES.find(file => existsSync(file)) ?? EXECUTABLES[0];

/** Whether there is a Chromium to start. A test that needs it is skipped without; in CI it fails. */
export function hasBrowser(): boolean {
  return process.env.CI !== undefined || existsSync(EXECUTABLE);
}

/** Opens a page whose actions wait without a limit: the time-out of the test is theirs. */
export async function openPage(browser: Browser, options?: Parameters<Browser['newPage']>[0]): Promise<Page> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(0);
  return page;
}

/** Starts Chromium; the caller closes it. @throws where it is not installed, with how to install it */
export async function startBrowser(): Promise<Browser> {
  try {
    return await chromium.launch({
      executablePath: EXECUTABLE,
      timeout: 0,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
  } catch (cause) {
    throw new Error(`${EXECUTABLE} does not start: install it with scripts/install-test-packages.sh`, { cause });
  }
}
