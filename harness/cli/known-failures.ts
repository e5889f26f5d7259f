import { parse } from 'yaml';
import { requirements } from '../contract/requirements.ts';
import { HarnessError, messageOf } from '../core/errors.ts';
import { isObject } from '../core/json.ts';
import type { KnownFailure } from '../core/known-failure.ts';
import { nearest } from '../core/nearest.ts';

const MEMBERS = ['requirement', 'reason', 'ticket', 'owner', 'expires'] as const;

/**
 * Reads a file of known failures: a YAML (or JSON) list of entries with `requirement`, `reason`, `ticket`, `owner` and
 * `expires`, all of which must be there. `source` names it in errors. @throws HarnessError `known-failures-invalid` (usage)
 */
export function parseKnownFailures(text: string, source: string): readonly KnownFailure[] {
  const value = parsed(text, source);
  if (!Array.isArray(value)) throw invalid(source, 'it holds no list');
  const entries = value.map((entry, index) => parseEntry(entry, `${source}, entry ${index + 1}`));
  const twice = entries.find(({ requirement }, index) =>
    entries.slice(0, index).some(other => other.requirement === requirement),
  );
  if (twice) throw invalid(source, `${twice.requirement} is listed twice`);
  return entries;
}

function parseEntry(entry: unknown, place: string): KnownFailure {
  if (!isObject(entry)) throw invalid(place, `it is no object with ${MEMBERS.join(', ')}`);
  const [requirement, reason, ticket, owner, expires] = MEMBERS.map(name => member(entry, name, place));
  const extra = Object.keys(entry).find(name => !MEMBERS.some(known => known === name));
  if (extra !== undefined) throw invalid(place, `"${extra}" means nothing here`);
  const known = { requirement, reason, ticket, owner, expires } as KnownFailure;
  if (!requirements().has(known.requirement)) {
    const near = nearest(known.requirement, [...requirements().keys()]);
    throw invalid(place, `"${requirement}" is no requirement`, near && `${near} was meant`);
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(known.expires) || Number.isNaN(Date.parse(known.expires)))
    throw invalid(place, `"${expires}" is no day`, 'a day is written YYYY-MM-DD');
  return known;
}

function member(entry: { readonly [name: string]: unknown }, name: string, place: string): string {
  const value = entry[name];
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw invalid(place, `"${name}" is not given`);
}

function parsed(text: string, source: string): unknown {
  try {
    return parse(text) ?? [];
  } catch (cause) {
    throw invalid(source, `it is no YAML: ${messageOf(cause)}`);
  }
}

function invalid(place: string, problem: string, likely?: string): HarnessError {
  return new HarnessError('known-failures-invalid', 'usage', `${place}: ${problem}`, {
    expected: `a list of entries with ${MEMBERS.join(', ')}`,
    ...(likely !== undefined && { likely }),
    next: 'README shows an entry; `explain requirements` lists the requirements',
  });
}
