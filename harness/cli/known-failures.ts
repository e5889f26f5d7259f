import { parse } from 'yaml';
import { requirements } from '../contract/requirements.ts';
import { HarnessError, messageOf } from '../core/errors.ts';
import { isObject } from '../core/json.ts';
import type { KnownFailure } from '../core/known-failure.ts';
import { didYouMean } from '../core/nearest.ts';

const MEMBERS = ['requirement', 'reason', 'ticket', 'owner', 'expires'] as const;

/**
 * Parses a file of known failures: a YAML or JSON list of entries, each with all of {@link MEMBERS}.
 * @param source the file's name for errors @throws HarnessError `known-failures-invalid` (usage)
 */
export function parseKnownFailures(text: string, source: string): readonly KnownFailure[] {
  const value = parsed(text, source);
  if (!Array.isArray(value)) throw invalid(source, 'not a list');
  const entries = value.map((entry, index) => parseEntry(entry, `${source}, entry ${index + 1}`));
  const names = entries.map(({ requirement }) => requirement);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw invalid(source, `${twice} is listed twice`);
  return entries;
}

function parseEntry(entry: unknown, place: string): KnownFailure {
  if (!isObject(entry)) throw invalid(place, 'not an object');
  const extra = Object.keys(entry).find(name => !MEMBERS.some(known => known === name));
  if (extra !== undefined) throw invalid(place, `unknown field "${extra}"${didYouMean(extra, MEMBERS)}`);
  const member = (name: (typeof MEMBERS)[number]): string => {
    const value = entry[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    throw invalid(place, `"${name}" is missing`);
  };
  const requirement = member('requirement');
  if (!requirements().has(requirement))
    throw invalid(place, `there is no requirement "${requirement}"${didYouMean(requirement, requirements().keys())}`);
  const expires = member('expires');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(expires) || Number.isNaN(Date.parse(expires)))
    throw invalid(place, `"expires" is "${expires}", not a day of the form YYYY-MM-DD`);
  return { requirement, reason: member('reason'), ticket: member('ticket'), owner: member('owner'), expires };
}

function parsed(text: string, source: string): unknown {
  try {
    return parse(text) ?? [];
  } catch (cause) {
    throw invalid(source, `not YAML: ${messageOf(cause)}`);
  }
}

function invalid(place: string, problem: string): HarnessError {
  return new HarnessError('known-failures-invalid', 'usage', `${place}: ${problem}`, {
    expected: `a list of entries with ${MEMBERS.join(', ')}`,
    next: '`explain requirements` lists the requirements',
  });
}
