import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The accessibility rules that a page breaks, each with its first places. The contrast of all texts takes seconds. */
export async function violationsOn(page: Page, withContrast = false): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const rules = JSON.stringify({ 'color-contrast': { enabled: withContrast } });
  const found = await page.evaluate(`axe.run({ resultTypes: ['violations'], rules: ${rules} }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' ')))`);
  return found as string[];
}

/** Statuses by id. */
export type Statuses = { readonly [id: string]: string };

/** The statuses of a list. */
export function byId(all: readonly { readonly id: string; readonly status: string }[] = []): Statuses {
  return Object.fromEntries(all.map(({ id, status }) => [id, status]));
}

/** Every visible status on a page, by id. */
export function statusesOnPage(page: Page): Promise<{ [of in 'journeys' | 'scenarios' | 'requirements']: Statuses }> {
  return page.locator(':root').evaluate(root => {
    const nodes = (selector: string) =>
      Object.fromEntries(
        [...root.querySelectorAll(`${selector} > summary`)].map(line => [
          line.querySelector('code')?.textContent ?? '',
          line.querySelector('b')?.textContent?.split(' ')[1] ?? '',
        ]),
      );
    const groups = [...root.querySelectorAll('section[aria-labelledby=requirements] details')];
    const requirements = groups.flatMap(group => {
      const status = (group.querySelector('summary b')?.textContent ?? '').slice(2).replace(' ', '-');
      return [...group.querySelectorAll('tbody th > code')].map(({ textContent }) => [textContent ?? '', status]);
    });
    return {
      journeys: nodes('.journey'),
      scenarios: nodes('.scenario'),
      requirements: Object.fromEntries(requirements),
    };
  });
}
