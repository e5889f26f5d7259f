import { type Markup, markup } from '../markup.ts';
import type { NumberedFinding } from '../numbered-finding.ts';

/** The numbers of findings as links to them. */
export function badges(findings: readonly NumberedFinding[]): readonly Markup[] {
  return findings.map(
    ({ number, finding }) =>
      markup` <a class="badge ${finding.severity}" href="#finding-${number}" title="${finding.message}">F${number}</a>`,
  );
}

/** The numbers of findings as they stand on what opens by a click itself, where a link would be one too many. */
export function marks(findings: readonly NumberedFinding[]): readonly Markup[] {
  return findings.map(({ number, finding }) => markup` <span class="badge ${finding.severity}">F${number}</span>`);
}
