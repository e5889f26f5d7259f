import { parseArgs } from 'node:util';
import { HarnessError, messageOf } from '../base/errors.ts';
import { didYouMean } from '../base/nearest.ts';
import { InvalidValue } from '../base/parse-value.ts';
import { ownCommand } from '../settings/own-command.ts';
import type { Command, Option } from './command.ts';

/** Options that every command has. */
export const COMMON: Command['options'] = {
  help: { about: 'shows this help' },
  json: { about: 'prints data on stdout as JSON, everything else on stderr' },
  debug: { about: 'shows the stack trace of an error' },
};

/** The flag of an option: `body-file` of `bodyFile`. */
export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

/**
 * Parses the arguments after a command's name to a `CommandInput`, and whether data goes to stdout as JSON.
 * @param cwd the start of relative paths
 * @throws HarnessError `option-unknown`, `option-incomplete`, `option-missing`, `option-mismatch`, `option-invalid`,
 * `operands` (usage)
 */
export function parseCommandLine(
  command: Pick<Command, 'name' | 'operands' | 'options'>,
  args: readonly string[],
  cwd: string,
) {
  const table = new Map(Object.entries({ ...COMMON, ...command.options }).map(row => [flagOf(row[0]), row]));
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      [...table].map(([flag, [, { value }]]) => [flag, { type: value === undefined ? 'boolean' : 'string' }]),
    ),
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const fail = (code: string, problem: string) =>
    new HarnessError(code, 'usage', problem, { next: `\`${ownCommand(command.name, '--help')}\` lists the options` });
  const options: { [name: string]: unknown } = {};
  for (const [name, { repeatable }] of Object.entries(command.options)) if (repeatable) options[name] = [];
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const row = table.get(token.name);
    if (row === undefined) {
      const near = didYouMean(flagOf(token.name), table.keys()).replace('mean ', 'mean --');
      throw fail('option-unknown', `${command.name} has no option ${token.rawName}${near}`);
    }
    const [name, option] = row;
    const flag = `--${token.name}`;
    if (option.value === undefined) {
      if (token.value !== undefined) throw fail('option-incomplete', `${flag} takes no value`);
      options[name] = true;
    } else if (token.value === undefined || (!token.inlineValue && token.value.startsWith('--'))) {
      throw fail('option-incomplete', `${flag} needs ${option.value}`);
    } else if (Object.hasOwn(options, name) && !option.repeatable) {
      throw fail('option-incomplete', `${flag} is given twice`);
    } else {
      const value = parsedValue(option, flag, token.value, cwd);
      if (option.repeatable) (options[name] as unknown[]).push(value);
      else options[name] = value;
    }
  }
  const isEmpty = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0);
  const missing = Object.entries(command.options).filter(([name, { required }]) => required && isEmpty(options[name]));
  if (missing.length > 0) {
    const flags = missing.map(([name]) => `--${flagOf(name)}`).join(' and ');
    throw fail('option-missing', `${command.name} needs ${flags}`);
  }
  for (const [name, { needs, excludes }] of Object.entries(command.options)) {
    if (isEmpty(options[name])) continue;
    if (needs !== undefined && isEmpty(options[needs])) throw mismatch(name, 'without', needs, 'add');
    if (excludes !== undefined && !isEmpty(options[excludes])) throw mismatch(name, 'with', excludes, 'omit');
  }
  checkOperands(command, operands);
  const { json = false, help: _, debug: __, ...own } = options;
  return { operands, options: own, json: json === true };
}

function mismatch(name: string, beside: 'with' | 'without', other: string, todo: 'omit' | 'add'): HarnessError {
  const [flag, otherFlag] = [`--${flagOf(name)}`, `--${flagOf(other)}`];
  return new HarnessError('option-mismatch', 'usage', `${flag} has no effect ${beside} ${otherFlag}`, {
    next: `${todo} ${otherFlag}, or omit ${flag}`,
  });
}

function parsedValue({ parse }: Option, flag: string, text: string, cwd: string): unknown {
  try {
    return parse === undefined ? text : parse(text, cwd);
  } catch (thrown) {
    if (!(thrown instanceof InvalidValue)) throw thrown;
    throw new HarnessError('option-invalid', 'usage', `${flag} is ${messageOf(thrown)}`);
  }
}

function checkOperands({ name, operands }: Pick<Command, 'name' | 'operands'>, given: readonly string[]): void {
  const words = operands === '' ? [] : operands.startsWith('[') ? [operands] : operands.split(' ');
  const least = words.filter(word => !word.startsWith('[')).length;
  const most = operands.includes('…') ? Number.POSITIVE_INFINITY : words.length;
  if (given.length >= least && given.length <= most) return;
  throw new HarnessError('operands', 'usage', `${name} takes ${operands === '' ? 'no operands' : operands}`, {
    received: given.length === 0 ? 'nothing' : given.join(' '),
    next: ownCommand(name, '--help'),
  });
}
