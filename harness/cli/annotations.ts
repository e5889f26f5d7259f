import { againOf } from '../report/commands.ts';
import { asText, diffOf } from '../report/diff.ts';
import { groupFindings } from '../report/numbered-finding.ts';
import type { RunIndex } from '../report/run-index.ts';

/** A note that GitHub shows beside a workflow's run, and on a pull request. */
export interface Annotation {
  readonly level: 'error' | 'warning';
  readonly title: string;
  /** May have several lines. */
  readonly message: string;
}

/** GitHub shows so many of each level for a step. */
const MOST = 10;

/** The findings of a run as annotations: breaches as errors, advice as warnings; those told below another are not. */
export function annotationsOf(index: RunIndex): readonly Annotation[] {
  const all = groupFindings(index.findings).map(({ head }): Annotation => {
    const { severity, requirement, message, likely } = head.finding;
    const again = againOf(head, index);
    return {
      level: severity === 'breach' ? 'error' : 'warning',
      title: requirement,
      message: [
        message,
        ...diffOf(head.finding).map(asText),
        ...(likely === undefined ? [] : [`likely cause: ${likely}`]),
        ...(again === undefined ? [] : [`reproduce: ${again}`]),
      ].join('\n'),
    };
  });
  return (['error', 'warning'] as const).flatMap(level => all.filter(one => one.level === level).slice(0, MOST));
}

/** An annotation as a workflow command. @param clean makes a text safe to print */
export function workflowCommand({ level, title, message }: Annotation, clean: (text: string) => string): string {
  const data = (text: string) => clean(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return `::${level} title=${data(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${data(message)}\n`;
}
