import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderCtrf, renderJunit } from './test-reports.ts';
import { hasBrowser, openPage, startBrowser } from './testing/browser.ts';
import { evidence, index, summary } from './testing/fixture.ts';

/** A suite as a strict parser reads it. */
interface Suite {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly cases: readonly {
    readonly name: string;
    readonly classname: string;
    readonly children: readonly string[];
  }[];
}

describe.skipIf(!hasBrowser())('junit.xml, read by a strict parser', () => {
  let browser: Browser;
  let problem: string | null;
  let suites: readonly Suite[];
  beforeAll(async () => {
    browser = await startBrowser();
    const page = await openPage(browser);
    ({ problem, suites } = await page.locator(':root').evaluate((root, xml) => {
      const { DOMParser } = root.ownerDocument.defaultView;
      const document = new DOMParser().parseFromString(xml, 'application/xml');
      return {
        problem: document.querySelector('parsererror')?.textContent ?? null,
        suites: [...document.querySelectorAll('testsuite')].map(suite => ({
          name: suite.getAttribute('name') ?? '',
          attributes: Object.fromEntries([...suite.attributes].map(({ name, value }) => [name, value])),
          cases: [...suite.querySelectorAll('testcase')].map(one => ({
            name: one.getAttribute('name') ?? '',
            classname: one.getAttribute('classname') ?? '',
            children: [...one.children].map(({ tagName }) => tagName),
          })),
        })),
      };
    }, renderJunit(index)));
  });
  afterAll(() => browser?.close());

  test('is well-formed with hostile text', () => {
    expect(problem).toBeNull();
    expect(suites.map(({ name }) => name)).toEqual(['contract', 'collection', 'requirements']);
  });

  test('has correct counts, and no injected case', () => {
    for (const { attributes, cases } of suites) {
      const count = (tag: string) => String(cases.filter(({ children }) => children.includes(tag)).length);
      expect(attributes).toMatchObject({
        tests: String(cases.length),
        failures: count('failure'),
        errors: count('error'),
        skipped: count('skipped'),
      });
    }
    const names = suites.flatMap(({ cases }) => cases.map(({ name }) => name));
    expect(names).toHaveLength(evidence.scenarios.length + summary.requirements.length);
  });

  test('has findings as failures, harness errors as errors and skipped scenarios as skipped', () => {
    const collection = suites.find(({ name }) => name === 'collection');
    expect(collection?.cases.map(({ children }) => children)).toEqual([
      [],
      ['failure'],
      ['error'],
      ['skipped'],
      ['error'],
    ]);
    const requirement = suites.at(-1)?.cases.find(({ name }) => name.startsWith('wire.json:'));
    expect(requirement).toMatchObject({ classname: 'What the service does', children: ['failure'] });
  });
});

const ctrf = renderCtrf(index);

test('ctrf.json names its format, its tool and every scenario', () => {
  expect(ctrf).toMatchObject({ reportFormat: 'CTRF', specVersion: '0.0.0' });
  expect(ctrf.results.tool).toEqual({ name: 'onramp-harness', version: '0.1.0' });
  expect(ctrf.results.tests).toHaveLength(evidence.scenarios.length);
  expect(ctrf.results.summary).toMatchObject({ ...summary.counts, tests: evidence.scenarios.length });
});

test('ctrf.json has times in whole milliseconds, and a failed test says why and how to reproduce it', () => {
  for (const { duration, start, stop, status, message } of ctrf.results.tests) {
    expect([duration, start, stop].every(Number.isInteger)).toBe(true);
    if (status !== 'passed') expect(message).not.toBe('');
  }
  const failed = ctrf.results.tests.find(({ extra }) => extra.id === 'collection/failure');
  expect(failed).toMatchObject({
    status: 'failed',
    rawStatus: 'done',
    message: 'disbursement.completed came for an order that failed',
    trace: expect.stringMatching(/^leads to: The customer is credited although[\s\S]*^reproduce: .* --seed 7$/m),
    extra: { findings: ['event.completed-never-on-failure', 'collection.credit-signal'] },
  });
});
