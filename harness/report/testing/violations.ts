import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The accessibility rules that a page breaks, each with its first places. `LOW_CONTRASTS` has those of contrast. */
export async function violationsOn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const rules = JSON.stringify({ 'color-contrast': { enabled: false } });
  const found = await page.evaluate(`axe.run({ resultTypes: ['violations'], rules: ${rules} }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' ')))`);
  return found as string[];
}
