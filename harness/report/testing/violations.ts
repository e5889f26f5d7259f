import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The rules of accessibility that a page breaks, each with the first places. */
export async function violationsOn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' ')))`);
  return found as string[];
}
