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

/**
 * An expression for the page: its texts with a contrast under 4.5 (WCAG 1.4.3), each with its colour. It is source
 * text, because it needs the types of a browser.
 */
export const LOW_CONTRASTS = `(() => {
  const parse = (color) => {
    const [r = 0, g = 0, b = 0, a = 1] = (color.match(/[\\d.]+/g) ?? []).map(Number);
    return [r, g, b, a];
  };
  const luminance = ([r, g, b]) => {
    const [lr = 0, lg = 0, lb = 0] = [r, g, b].map((channel = 0) => {
      const value = channel / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * lr + 0.7152 * lg + 0.0722 * lb;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const rect = at.tagName === 'g' && at.querySelector('rect.hit');
      const background = parse(rect ? getComputedStyle(rect).fill : getComputedStyle(at).backgroundColor);
      if (background[3] === 1) return background;
    }
    return [255, 255, 255];
  };
  const low = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || !node.textContent?.trim() || !element.checkVisibility()) continue;
    if (['SCRIPT', 'STYLE', 'title'].includes(element.tagName)) continue;
    const style = getComputedStyle(element);
    const color = element instanceof SVGElement ? style.fill : style.color;
    const [one = 0, other = 0] = [luminance(parse(color)), luminance(behind(element))].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (other + 0.05);
    if (ratio < 4.5) low.add([element.tagName, element.getAttribute('class'), color, ratio.toFixed(2)].join(' '));
  }
  return [...low];
})()`;

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
