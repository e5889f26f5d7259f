import { plural } from '../base/plural.ts';
import { cutAround, type Difference, differencesBetween } from '../evidence/difference.ts';
import type { Finding } from '../judgement/checks/judge.ts';
import { visibleLine } from './visible.ts';

/** A line of a diff: context, an expected or a received value, or the number of omitted places. */
export interface DiffLine {
  readonly sign: '-' | '+' | ' ';
  /** One visible line, without its sign. */
  readonly text: string;
}

type Diffed = Pick<Finding, 'context' | 'expected' | 'received' | 'differences'>;

const MOST_PLACES = 8;
/** The longest value in a diff, in characters. */
const LONGEST = 400;

/**
 * The diff of a finding's expected and received values, below its context. JSON is compared field by field, and long
 * values are cut around their difference. Every report shows these lines.
 */
export function diffOf(finding: Diffed): readonly DiffLine[] {
  const context = (finding.context ?? []).map(({ name, value }) => {
    const [shown = ''] = cutAround(value, undefined, LONGEST);
    return { sign: ' ', text: visibleLine(`${name}: ${shown}`) } as const;
  });
  const places = placesOf(finding);
  const lines = [...context, ...places.slice(0, MOST_PLACES).flatMap(linesOf)];
  const more = places.length - MOST_PLACES;
  return more > 0 ? [...lines, { sign: ' ', text: `… and ${plural(more, 'more place')}` } as const] : lines;
}

/** A line of a diff as text. */
export function asText({ sign, text }: DiffLine): string {
  return `${sign} ${text}`;
}

function placesOf({ expected, received, differences }: Diffed): readonly Difference[] {
  if (differences !== undefined && differences.length > 0) return differences;
  const [wanted, found] = [structureOf(expected), structureOf(received)];
  const between = wanted === undefined || found === undefined ? [] : differencesBetween(wanted, found);
  return between.length > 0 ? between : [{ at: '', expected, received }];
}

/** The object or array that a JSON text contains; `undefined` for any other text. */
function structureOf(text: string): object | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

function linesOf({ at, expected, received }: Difference): readonly DiffLine[] {
  const [wanted = 'nothing', found = 'nothing'] = cutAround(expected, received, LONGEST);
  const place = at === '' ? '' : ` ${at}`;
  return [
    { sign: '-', text: visibleLine(`expected${place}: ${wanted}`) },
    { sign: '+', text: visibleLine(`received${place}: ${found}`) },
  ];
}
