import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Evidence } from '../core/evidence.ts';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { SCRIPT } from './html/script.ts';
import { renderHtml } from './html.ts';
import { hasBrowser, startBrowser } from './testing/browser.ts';
import { body, evidence, summary, summaryOf } from './testing/fixture.ts';
import { LOW_CONTRASTS } from './testing/low-contrasts.ts';

const newFolder = temporaryFolders();

test('A thousand exchanges with long bodies stay under 3 MB, with those of findings in full', () => {
  const [pattern] = evidence.exchanges.slice(1);
  if (pattern === undefined) throw new Error('the fixture has no exchanges');
  const long = body(`{"it": "${'x<'.repeat(8000)}"}`);
  const exchanges = Array.from({ length: 1000 }, (_, index) => ({
    ...pattern,
    id: `y${index}`,
    request: { ...pattern.request, body: long },
    response: { status: 200, headers: pattern.request.headers, body: long },
  }));
  const many: Evidence = { ...evidence, exchanges: [...exchanges, ...evidence.exchanges] };
  const page = renderHtml(many, summaryOf(many));
  expect(Buffer.byteLength(page)).toBeLessThan(3_000_000);
  expect(page).toContain('<div class="in" id="x1">');
  expect(page).toContain('<p class="item brief" id="y999">');
});

test('The script is under 5 KB', () => {
  expect(Buffer.byteLength(SCRIPT)).toBeLessThan(5_000);
});

describe.skipIf(!hasBrowser())('report.html in a browser', () => {
  const folder = newFolder();
  const file = join(folder, 'report.html');
  let browser: Browser;
  beforeAll(async () => {
    writeFileSync(file, renderHtml(evidence, summary));
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens the page, hands it over, and says what it asked of the network and wrote to the console. */
  async function open(
    look: (page: Page) => Promise<void>,
    options: Parameters<Browser['newPage']>[0] = {},
  ): Promise<readonly string[]> {
    const page = await browser.newPage(options);
    const noise: string[] = [];
    page.on('request', request => request.url() !== pathToFileURL(file).href && noise.push(request.url()));
    page.on('console', message => noise.push(message.text()));
    page.on('pageerror', error => noise.push(error.message));
    await page.goto(pathToFileURL(file).href);
    await look(page);
    await page.close();
    return noise;
  }

  function openAll(page: Page): Promise<void> {
    return page.locator('details').evaluateAll(all => {
      for (const details of all) details.setAttribute('open', '');
    });
  }

  test('makes no request, logs nothing and shows hostile text as text', async () => {
    const noise = await open(async page => {
      await openAll(page);
      for (const place of ['h1', 'h3', '.journey summary', '.item summary']) await page.locator(place).last().hover();
      expect(await page.evaluate('"pwned" in window')).toBe(false);
      expect(await page.locator('script').count()).toBe(1);
      expect(await page.locator('img, iframe, object, embed, link, [onerror], [onmouseover]').count()).toBe(0);
      expect(await page.locator('body').innerText()).toContain('invoice⟦U+202E⟧gnp.exe');
    });
    expect(noise).toEqual([]);
  });

  test('is complete without JavaScript', async () => {
    await open(
      async page => {
        expect(await page.locator('h1').innerText()).toBe('✗ nonconformant');
        expect(await page.locator('header').innerText()).toContain('https://sandbox.invalid');
        expect(await page.locator('article.finding h3').allInnerTexts()).toHaveLength(3);
        expect(await page.locator('details.journey[open] svg.seq').count()).toBe(1);
        expect(await page.locator('svg.seq').first().getByRole('listitem', { includeHidden: true }).count()).toBe(6);
        await page.locator('article.finding a[href="#x1"]').click();
        expect(await page.locator('#x1 pre').first().isVisible()).toBe(true);
      },
      { javaScriptEnabled: false },
    );
  });

  test('opens blocks by keyboard, and link targets by link', async () => {
    await open(async page => {
      const summaryOfCurl = page.locator('#finding-1 details.curl > summary');
      await summaryOfCurl.focus();
      await page.keyboard.press('Enter');
      expect(await page.locator('#finding-1 pre.copy').innerText()).toContain('"$API_KEY"');
      await page.locator('#finding-1 a[href="#d3"]').click();
      expect(await page.locator('#d3 pre').first().isVisible()).toBe(true);
      expect(await page.locator('.item', { has: page.locator('#d3') }).innerText()).toContain(
        'signature does not verify (no-dot)',
      );
    });
  });

  test('filters journeys and messages', async () => {
    await open(async page => {
      expect(await page.locator('details.journey:visible').count()).toBe(2);
      await page.locator('#only-found').check();
      expect(await page.locator('details.journey:visible').count()).toBe(1);
      await page.locator('#filter').fill('again (2)');
      expect(
        await page.locator('.item:visible').evaluateAll(items => items.map(item => item.querySelector('.in')?.id)),
      ).toEqual(['d2']);
      expect(await page.locator('#filtered').innerText()).toBe('1 shown');
    });
  });

  test('has unique ids, no dead links and no skipped heading level', async () => {
    await open(async page => {
      const found = await page.locator(':root').evaluate(root => ({
        ids: [...root.querySelectorAll('[id]')].map(({ id }) => id),
        links: [...root.querySelectorAll('a[href]')].map(link => link.getAttribute('href') ?? ''),
        levels: [...root.querySelectorAll('h1, h2, h3, h4')].map(({ tagName }) => Number(tagName[1])),
      }));
      expect(new Set(found.ids).size).toBe(found.ids.length);
      for (const link of found.links) expect(found.ids).toContain(link.slice(1));
      expect(found.levels[0]).toBe(1);
      for (const [index, level] of found.levels.entries())
        expect(level - (found.levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    });
  });

  test.for(['light', 'dark'] as const)('every text stands out from what is behind it, %s', async scheme => {
    await open(
      async page => {
        await openAll(page);
        expect(await page.evaluate(LOW_CONTRASTS)).toEqual([]);
      },
      { colorScheme: scheme },
    );
  });

  test('fits a phone without horizontal scrolling', async () => {
    await open(
      async page => {
        expect(await page.locator(':root').evaluate(root => root.scrollWidth)).toBe(400);
      },
      { viewport: { width: 400, height: 800 } },
    );
  });
});
