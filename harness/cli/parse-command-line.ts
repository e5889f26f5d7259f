import { parseArgs } from 'node:util';
import { HarnessError } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import type { Command, Given, Option } from './command.ts';

/** Options that every command has. */
export const COMMON: { readonly [name: string]: Option } = {
  help: { type: 'boolean', about: 'says what the command does and takes' },
  json: { type: 'boolean', about: 'data on stdout as JSON, everything else on stderr' },
  debug: { type: 'boolean', about: 'shows the stack of an error' },
};

/** Reads what follows a command's name. @throws HarnessError `option-unknown`, `option-incomplete`, `operands` (usage) */
export function parseCommandLine(command: Command, args: readonly string[]): Given {
  const options = { ...COMMON, ...command.options };
  const { tokens } = parseArgs({
    args: [...args],
    options: typed(options),
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const values: { [name: string]: string | boolean | string[] } = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) throw unknown(command, token.rawName, Object.keys(options));
    if (option.type === 'boolean') {
      if (token.value !== undefined) throw incomplete(command, `--${token.name} takes no value`);
      values[token.name] = true;
    } else if (token.value === undefined || (!token.inlineValue && token.value.startsWith('--'))) {
      throw incomplete(command, `--${token.name} needs ${option.value ?? 'a value'}`);
    } else if (option.repeatable) {
      const sofar = values[token.name];
      values[token.name] = [...(Array.isArray(sofar) ? sofar : []), token.value];
    } else if (values[token.name] !== undefined) {
      throw incomplete(command, `--${token.name} is given twice`);
    } else {
      values[token.name] = token.value;
    }
  }
  const [least, most] = command.arity;
  if (values.help !== true && (positionals.length < least || positionals.length > most)) {
    throw new HarnessError(
      'operands',
      'usage',
      `${command.name} takes ${command.operands === '' ? 'no operands' : command.operands}`,
      {
        received: positionals.length === 0 ? 'nothing' : positionals.join(' '),
        next: `${command.name} --help`,
      },
    );
  }
  return { positionals, values, json: values.json === true };
}

function typed(options: { readonly [name: string]: Option }) {
  return Object.fromEntries(Object.entries(options).map(([name, { type }]) => [name, { type }]));
}

function unknown(command: Command, flag: string, names: readonly string[]): HarnessError {
  const near = nearest(flag.replace(/^-+/, ''), names);
  return new HarnessError('option-unknown', 'usage', `${command.name} has no option ${flag}`, {
    ...(near !== undefined && { likely: `--${near} was meant` }),
    next: `${command.name} --help lists the options`,
  });
}

function incomplete(command: Command, problem: string): HarnessError {
  return new HarnessError('option-incomplete', 'usage', problem, { next: `${command.name} --help lists the options` });
}
