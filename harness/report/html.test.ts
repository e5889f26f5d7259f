import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Evidence } from '../evidence/evidence.ts';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { RunIndex } from './run-index.ts';
import { hasBrowser, openFile, startBrowser } from './testing/browser.ts';
import { body, evidence, index, summary, summaryOf } from './testing/fixture.ts';
import { violationsOn } from './testing/page.ts';
import { renderHtml } from './write-run-folder.ts';

const newFolder = temporaryFolders();

test('A page with a thousand long exchanges stays under 3 MB and has those of findings in full', () => {
  const [pattern] = evidence.exchanges.slice(1);
  if (pattern === undefined) throw new Error('the fixture has no exchanges');
  const exchanges = Array.from({ length: 1000 }, (_, index) => {
    const long = body(`{"it": "${`${index}<`.repeat(4000)}"}`);
    const request = { ...pattern.request, body: long };
    return {
      ...pattern,
      id: `y${index}`,
      request,
      response: { status: 200, headers: pattern.request.headers, body: long },
    };
  });
  const many: Evidence = { ...evidence, exchanges: [...exchanges, ...evidence.exchanges] };
  const page = renderHtml(new RunIndex(many, summaryOf(many)));
  expect(Buffer.byteLength(page)).toBeLessThan(3_000_000);
  const shown = (id: string) => page.split(`<details class="item" id="${id}">`)[1]?.split('</details>')[0];
  expect(shown('x1')).toContain('<pre');
  expect(shown('y999')).toBeUndefined();
  expect(page).toMatch(/\d more messages in exchanges\.har/);
});

describe.skipIf(!hasBrowser())('report.html in a browser', () => {
  const folder = newFolder();
  const file = join(folder, 'report.html');
  let browser: Browser;
  beforeAll(async () => {
    writeFileSync(file, renderHtml(index));
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  /** Opens the page, passes it to `look`, and returns its network requests and console messages. */
  async function open(
    look: (page: Page) => Promise<void>,
    options: Parameters<Browser['newPage']>[0] = {},
  ): Promise<readonly string[]> {
    const { page, noise } = await openFile(browser, file, options);
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
      expect(await page.locator('.item').count()).toBe(10);
      expect(await page.evaluate('"pwned" in window')).toBe(false);
      expect(await page.locator('script').count()).toBe(1);
      expect(await page.locator('img, iframe, object, embed, link, [onerror], [onmouseover]').count()).toBe(0);
      expect(await page.locator('body').innerText()).toContain('invoice⟦U+202E⟧gnp.exe');
    });
    expect(noise).toEqual([]);
  });

  test('shows verdict, findings, every status and messages without JavaScript', async () => {
    await open(
      async page => {
        expect(await page.locator('h1').innerText()).toBe('✗ nonconformant');
        expect(await page.locator('header').innerText()).toContain('https://sandbox.invalid');
        expect(await page.locator('article.finding h3').allInnerTexts()).toHaveLength(3);
        const statuses = await page.locator('.node > summary > b').allTextContents();
        expect(statuses.filter(text => text === '✗ failed')).toHaveLength(
          [...summary.scenarios, ...(summary.journeys ?? [])].filter(({ status }) => status === 'failed').length,
        );
        await page.locator('#finding-1 dd a[href="#d3"]').click();
        expect(await page.locator('#d3 > summary:visible').innerText()).toContain('signature does not verify (no-dot)');
      },
      { javaScriptEnabled: false },
    );
  });

  test('opens blocks by keyboard, and opens the target of a link with everything around it', async () => {
    await open(async page => {
      const story = await page.locator('#finding-1 .story li:visible').allInnerTexts();
      expect(story[0]).toMatch(/^x3 \+0\.210 s → POST \S+ 200 fail · 5\.00 s/);
      expect(story.at(-1)).toMatch(/ no redelivery came ✗ waited 400 ms$/);
      const summaryOfCurl = page.locator('#finding-1 details.curl > summary');
      await summaryOfCurl.focus();
      await page.keyboard.press('Enter');
      expect(await page.locator('#finding-1 pre.copy').last().innerText()).toContain('"$API_KEY"');
      await page.locator('#finding-1 dd a[href="#d3"]').click();
      await page.locator('#d3 pre').first().waitFor();
      expect(await page.locator('#d3').innerText()).toContain('signature does not verify (no-dot)');
      await page.locator('#finding-2 a[href="#x1"]').click();
      await page.locator('#x1 pre').first().waitFor();
    });
  });

  test('has unique ids, no dead links and no skipped heading levels', async () => {
    await open(async page => {
      await openAll(page);
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

  test.for(['light', 'dark'] as const)(
    'breaks no rule of accessibility, and every text stands out from what is behind it, %s',
    async scheme => {
      await open(
        async page => {
          await openAll(page);
          expect(await violationsOn(page, true)).toEqual([]);
        },
        { colorScheme: scheme },
      );
    },
  );
});
