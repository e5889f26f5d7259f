import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askedEvent } from '../evidence/asked-event.ts';
import type { Evidence } from '../evidence/evidence.ts';
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

/** How many messages each search has to find, counted in the record. */
function countsOf({ exchanges, deliveries, malformed }: Evidence): { readonly [search: string]: number } {
  return {
    'kind:call': exchanges.length,
    'kind:webhook': deliveries.length,
    'kind:packet': malformed.length,
    'http:409': exchanges.filter(({ response }) => response?.status === 409).length,
    'kind:call event:disburse': exchanges.filter(exchange => askedEvent(exchange) === 'disburse').length,
  };
}

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

  async function expectCounts(page: Page, evidence: Evidence, { journeys, scenarios }: Summary) {
    const said = async (search: string) => {
      await page.locator('#q').fill(search);
      return page.locator('#searched').innerText();
    };
    // The gate of an SDK in this process has no messages.
    for (const [search, count] of evidence.run.gate ? [] : Object.entries(countsOf(evidence)))
      expect(await said(search), search).toContain(`, ${count} of `);
    const failed = (all: readonly { readonly status: string }[]) =>
      all.filter(({ status }) => status === 'failed').length;
    const words = evidence.run.gate ? 'cases' : 'scenarios';
    expect(await said('status:failed')).toContain(`Shows ${failed(scenarios)} of ${scenarios.length} ${words}`);
    if (journeys) expect(await said('status:failed')).toContain(` ${failed(journeys)} of ${journeys.length} journeys`);
    const second = scenarios.filter(({ findings }) => findings.includes(1));
    if (second.length > 0) expect(await said('finding:F2')).toContain(`Shows ${second.length} of `);
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
    await expectCounts(page, evidence, judged);
    expect(await page.evaluate('"pwned" in window')).toBe(false);
    expect(noise).toEqual([]);
    const printed = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? [];
    expect(printed.length).toBeLessThan(judged.findings.length + 10);
    await page.close();
  });
});
