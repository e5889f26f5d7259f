import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { HarnessError, messageOf } from '../base/errors.ts';
import { didYouMean } from '../base/nearest.ts';
import { validated } from '../base/parse-json.ts';
import { KnownFailures } from '../contract/generated/file-validators.js';
import { requirements } from '../contract/requirements.ts';
import type { KnownFailure } from '../evidence/known-failure.ts';
import { ownCommand } from '../settings/own-command.ts';

/** Loaded on the first call, because most runs have no known failures. */
const load: (name: 'yaml') => typeof Yaml = createRequire(import.meta.url);

/**
 * Parses a file of known failures, a YAML or JSON list; an empty file is an empty list.
 * @param source the file's name for errors @throws HarnessError `known-failures-invalid` (usage)
 */
export function parseKnownFailures(text: string, source: string): readonly KnownFailure[] {
  const refuse = (problem: string) =>
    new HarnessError('known-failures-invalid', 'usage', `${source}: ${problem}`, {
      expected: 'a list of entries with requirement, reason, ticket, owner and expires',
      next: `\`${ownCommand('explain', 'requirements')}\` lists the requirements`,
    });
  let value: unknown;
  try {
    value = load('yaml').parse(text) ?? [];
  } catch (cause) {
    throw refuse(`it is not YAML: ${messageOf(cause)}`);
  }
  const entries = validated(value, KnownFailures, refuse);
  const names = entries.map(({ requirement }) => requirement);
  entries.forEach(({ requirement, expires }, index) => {
    if (!requirements().has(requirement)) {
      const near = didYouMean(requirement, requirements().keys());
      throw refuse(`there is no requirement "${requirement}"${near}`);
    }
    if (names.indexOf(requirement) < index) throw refuse(`${requirement} is listed twice`);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(expires) || Number.isNaN(Date.parse(expires)))
      throw refuse(`/${index}/expires is "${expires}", not a day of the form YYYY-MM-DD`);
  });
  return entries;
}
