import type { FindingGroup } from '../finding-group.ts';
import { type Markup, markup } from '../markup.ts';

/** The numbers of findings as links to them. */
export function badges(groups: readonly FindingGroup[]): readonly Markup[] {
  return groups.map(
    ({ number, finding }) =>
      markup` <a class="badge ${finding.severity}" href="#finding-${number}" title="${finding.message}">F${number}</a>`,
  );
}

/** The numbers of findings as they stand on what opens by a click itself, where a link would be one too many. */
export function marks(groups: readonly FindingGroup[]): readonly Markup[] {
  return groups.map(({ number, finding }) => markup` <span class="badge ${finding.severity}">F${number}</span>`);
}
