import type { Page } from 'playwright-core';

/** Follows the link of every number in the page's matrices: the number, and what the search then says. */
export function countsOpened(page: Page): Promise<readonly { readonly count: number; readonly said: string }[]> {
  return page.locator(':root').evaluate(async root => {
    const { defaultView: window } = root.ownerDocument;
    const opened = [];
    for (const link of root.querySelectorAll('.matrix td a')) {
      const came = new Promise(resolve => window.addEventListener('hashchange', resolve, { once: true }));
      window.location.hash = link.getAttribute('href');
      await came;
      const said = root.querySelector('#searched')?.textContent ?? '';
      opened.push({ count: Number((link.textContent ?? '').replace('! ', '')), said });
    }
    return opened;
  });
}
