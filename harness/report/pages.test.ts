import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { mergeEvidence } from '../evidence/evidence-lines.ts';
import { unmeasured } from '../judgement/mutation/measure.ts';
import { aSoundRun } from '../testing/evidence.ts';
import { gateSdk } from '../testing/judge-sdk.ts';
import { launchInProcess, type Sdk } from '../testing/sdk/in-process.ts';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { conclude } from './conclude.ts';
import { RunIndex } from './run-index.ts';
import type { Summary } from './summary.ts';
import { hasBrowser, openFile, startBrowser } from './testing/browser.ts';
import { HOSTILE } from './testing/fixture.ts';
import { byId, statusesOnPage, violationsOn } from './testing/page.ts';
import { renderHtml } from './write-run-folder.ts';

const newFolder = temporaryFolders();

/** An SDK that answers every question, mostly wrongly. */
const CARELESS: Sdk = {
  describe: () => ({
    ...{ name: 'careless', version: '1', language: 'JavaScript', clock: 'injected' },
    methods: ['verify', 'receive', 'resolveBankAccount', 'getOnrampOrder', 'simulate'],
  }),
  verify: ({ now }: { readonly now: number }) => ({ accepted: now % 2 === 0, reason: '<b>no</b>' }),
  receive: ({ deliveries }: { readonly deliveries: readonly unknown[] }) => ({ processed: [...deliveries.keys()] }),
  resolveBankAccount: () => ({ value: {} }),
  getOnrampOrder: () => ({ value: { id: HOSTILE } }),
  simulate: () => ({ error: { status: 418, message: HOSTILE } }),
};

/** Evidence of every kind of run that a page shows, by its title. */
const RUNS: { readonly [what: string]: () => Evidence | Promise<Evidence> } = {
  conformant: () => aSoundRun().evidence,
  'a gate with fifty findings': async () => withFifty(await gateSdk(launchInProcess(CARELESS), { only: 'client' })),
  merged: () => mergeEvidence('merged', [aSoundRun().evidence, ofOtherOrders(credited())]),
  'cut off': () => {
    const { end: _, ...evidence } = credited();
    const journeys = evidence.journeys.map(({ to, ...journey }, nth) =>
      nth === 2 || to === undefined ? journey : { ...journey, to },
    );
    return { ...evidence, journeys, scenarios: evidence.scenarios.map(({ outcome: _, ...scenario }) => scenario) };
  },
};

/** The evidence with fifty more cases, each of which fails for a different reason. */
function withFifty(evidence: Evidence): Evidence {
  const [scenario, seen] = [evidence.scenarios[0], evidence.cases[0]];
  if (scenario === undefined || seen === undefined) throw new Error('the gate asked nothing');
  const ids = Array.from({ length: 50 }, (_, nth) => `client/more/${nth}`);
  return {
    ...evidence,
    scenarios: [...evidence.scenarios, ...ids.map(id => ({ ...scenario, id }))],
    cases: [
      ...evidence.cases,
      ...ids.map(id => ({
        ...{ ...seen, id, passed: [] },
        problems: [
          {
            ...{ requirement: 'request.accept', severity: 'breach' as const, cause: id, message: `${id} ${HOSTILE}` },
            ...{ expected: '{"a":1}', received: `{"a":2,"b":${JSON.stringify(HOSTILE)}}` },
          },
        ],
      })),
    ],
  };
}

/** The evidence as another run with other orders. */
function ofOtherOrders(evidence: Evidence): Evidence {
  const other = JSON.parse(
    JSON.stringify(evidence).replaceAll('"co_', '"other_').replaceAll('\\"co_', '\\"other_'),
  ) as Evidence;
  return { ...other, run: { ...other.run, run: 'another' } };
}

/** A run in which a failed order is credited. */
function credited(): Evidence {
  const run = aSoundRun();
  const journey = run.journey({ scenario: 'collection/failure' });
  journey.step('fail', { sends: ['collection.failed', COMPLETED] });
  journey.end();
  return run.evidence;
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
    await page.close();
  });
});
