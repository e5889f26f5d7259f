import type { Page } from 'playwright-core';

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
