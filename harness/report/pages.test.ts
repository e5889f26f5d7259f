import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unmeasured } from '../judgement/mutation/measure.ts';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { conclude } from './conclude.ts';
import { RunIndex } from './run-index.ts';
import type { Summary } from './summary.ts';
import { hasBrowser, openFile, startBrowser } from './testing/browser.ts';
import { byId, statusesOnPage, violationsOn } from './testing/page.ts';
import { RUNS } from './testing/recorded-runs.ts';
import { renderHtml } from './write-run-folder.ts';

const newFolder = temporaryFolders();

describe.skipIf(!hasBrowser())('The page of a run', () => {
  const folder = newFolder();
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  async function expectToFit(page: Page) {
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.locator(':root').evaluate(root => root.scrollWidth), `${width} px`).toBeLessThanOrEqual(width);
    }
  }

  async function expectStatuses(page: Page, { journeys, scenarios, requirements, verdict }: Summary) {
    expect(await page.locator('h1').innerText()).toContain(verdict);
    expect(await statusesOnPage(page)).toEqual({
      ...{ journeys: byId(journeys), scenarios: byId(scenarios), requirements: byId(requirements) },
    });
  }

  test.each(Object.keys(RUNS))('is correct, inert, accessible and responsive: %s', async what => {
    const evidence = (await RUNS[what]?.()) ?? expect.unreachable();
    const { summary: judged } = conclude(evidence, unmeasured);
    const file = join(folder, 'report.html');
    writeFileSync(file, renderHtml(new RunIndex(evidence, judged)));
    const { page, noise } = await openFile(browser, file);
    await expectStatuses(page, judged);
    await expectToFit(page);
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate('"pwned" in window')).toBe(false);
    expect(noise).toEqual([]);
    const printed = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? [];
    expect(printed.length).toBeLessThan(judged.findings.length + 10);
    await page.close();
  });
});
