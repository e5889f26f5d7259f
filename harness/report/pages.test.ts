import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askedEvent } from '../core/asked-event.ts';
import type { Evidence } from '../core/evidence.ts';
import { unmeasured } from '../mutation/measure.ts';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { conclude } from './conclude.ts';
import { renderHtml } from './html.ts';
import type { Summary } from './summary.ts';
import { hasBrowser, startBrowser } from './testing/browser.ts';
import { countsOpened } from './testing/counts-opened.ts';
import { RUNS } from './testing/recorded-runs.ts';
import { statusesOnPage } from './testing/statuses-on-page.ts';
import { violationsOn } from './testing/violations.ts';

const newFolder = temporaryFolders();

/** How many messages a search has to find, counted over the record. */
function countsOf({ exchanges, deliveries, malformed }: Evidence): { readonly [search: string]: number } {
  return {
    'kind:call': exchanges.length,
    'kind:webhook': deliveries.length,
    'kind:packet': malformed.length,
    'http:409': exchanges.filter(({ response }) => response?.status === 409).length,
    'http:4*': exchanges.filter(({ response }) => String(response?.status).startsWith('4')).length,
    'kind:call event:disburse': exchanges.filter(exchange => askedEvent(exchange) === 'disburse').length,
    'kind:call delay:>50ms': exchanges.filter(({ sentAt, endedAt }) => endedAt - sentAt > 50.05).length,
  };
}

describe.skipIf(!hasBrowser())('The page of a run', () => {
  const folder = newFolder();
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const of = (all: readonly { readonly id: string; readonly status: string }[] = []) =>
    Object.fromEntries(all.map(({ id, status }) => [id, status]));

  async function expectStatuses(page: Page, { journeys, scenarios, requirements, verdict }: Summary) {
    expect(await page.locator('h1').innerText()).toContain(verdict);
    expect(await statusesOnPage(page)).toEqual({
      ...{ journeys: of(journeys), scenarios: of(scenarios), requirements: of(requirements) },
    });
  }

  async function expectCounts(page: Page, evidence: Evidence, { journeys = [] }: Summary) {
    const said = async (search: string) => {
      await page.locator('#q').fill(search);
      return page.locator('#searched').innerText();
    };
    for (const [search, count] of Object.entries(countsOf(evidence)))
      expect(await said(search), search).toContain(`, ${count} of `);
    const failed = journeys.filter(({ status }) => status === 'failed').length;
    expect(await said('status:failed')).toContain(` ${failed} of ${journeys.length} journeys`);
    for (const { count, said: found } of await countsOpened(page)) expect(found).toContain(`, ${count} of `);
  }

  test.each(Object.keys(RUNS))('of a run that is %s is right, inert, accessible and fits every screen', async what => {
    const evidence = (await RUNS[what]?.()) ?? expect.unreachable();
    const { summary } = conclude(evidence, unmeasured);
    const file = join(folder, 'report.html');
    writeFileSync(file, renderHtml(evidence, summary));
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const noise: string[] = [];
    page.on('request', request => request.url() !== pathToFileURL(file).href && noise.push(request.url()));
    page.on('console', message => noise.push(message.text()));
    page.on('pageerror', error => noise.push(error.message));
    await page.goto(pathToFileURL(file).href);
    await expectStatuses(page, summary);
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.locator(':root').evaluate(root => root.scrollWidth), `${width} px`).toBeLessThanOrEqual(width);
    }
    expect(await violationsOn(page, false)).toEqual([]);
    if (!summary.gate) await expectCounts(page, evidence, summary);
    expect(await page.evaluate('"pwned" in window')).toBe(false);
    expect(noise).toEqual([]);
    const printed = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? [];
    expect(printed.length).toBeLessThan(summary.findings.length + 10);
    await page.close();
  });
});
