import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Debian's Chromium: the headless shell, which `scripts/install-test-packages.sh` installs, or the full browser. */
const EXECUTABLES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;

/** The browser for tests. The environment variable CHROMIUM names another. */
const EXECUTABLE = process.env.CHROMIUM ?? EXECUTABLES.find(file => existsSync(file)) ?? EXECUTABLES[0];

/** Whether Chromium is installed. Without it, tests that need it are skipped, except in CI, where they fail. */
export function hasBrowser(): boolean {
  return process.env.CI !== undefined || existsSync(EXECUTABLE);
}

/** Opens a page whose actions have no time limit. The time-out of the test applies. */
export async function openPage(browser: Browser, options?: Parameters<Browser['newPage']>[0]): Promise<Page> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(0);
  return page;
}

/** Opens a file as a page, and collects its network requests and console messages in `noise`. */
export async function openFile(browser: Browser, file: string, options?: Parameters<Browser['newPage']>[0]) {
  const page = await openPage(browser, options);
  const { href } = pathToFileURL(file);
  const noise: string[] = [];
  page.on('request', request => request.url() !== href && noise.push(request.url()));
  page.on('console', message => noise.push(message.text()));
  page.on('pageerror', error => noise.push(error.message));
  await page.goto(href);
  return { page, noise };
}

/** Starts Chromium. The caller closes it. @throws Error with installation instructions if it is missing */
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
