import { describe, expect, test } from 'vitest';
import type { HarnessError } from '../core/errors.ts';
import { type Command, list, text } from './command.ts';
import { COMMON, parseCommandLine } from './parse-command-line.ts';

const command = (arity: readonly [number, number] = [0, 0], operands = ''): Command => ({
  name: 'try',
  operands,
  arity,
  about: '',
  options: {
    out: { type: 'string', value: 'DIR', about: '' },
    to: { type: 'string', about: '' },
    suite: { type: 'string', value: 'NAME', repeatable: true, about: '' },
    'as-it-was': { type: 'boolean', about: '' },
  },
  run: async () => 0,
});

const parse = (...args: readonly string[]) => parseCommandLine(command([0, 9], 'WORD…'), args);

const problem = (args: readonly string[], on = command([0, 9])) => {
  try {
    parseCommandLine(on, args);
  } catch (thrown) {
    const { code, kind, message, details } = thrown as HarnessError;
    expect(kind).toBe('usage');
    return { code, message, ...details };
  }
  return undefined;
};

const NEXT = 'try --help lists the options';

test('nothing given is nothing set', () => {
  expect(parse()).toEqual({ positionals: [], values: {}, json: false });
});

test('options and operands may stand in any order', () => {
  const given = {
    positionals: ['a', 'b'],
    values: { out: 'dir', suite: ['x', 'y'], 'as-it-was': true, json: true },
    json: true,
  };
  expect(parse('a', '--out', 'dir', '--suite', 'x', '--json', 'b', '--suite=y', '--as-it-was')).toEqual(given);
  expect(parse('--as-it-was', '--suite=x', '--suite', 'y', '--json', '--out=dir', 'a', 'b')).toEqual(given);
});

test('an option that can be given several times holds a list, in order, even once', () => {
  expect(parse('--suite', 'a').values).toEqual({ suite: ['a'] });
  expect(list(parse('--suite', 'b', '--suite', 'a', '--suite', 'b'), 'suite')).toEqual(['b', 'a', 'b']);
  expect(list(parse(), 'suite')).toEqual([]);
  expect(text(parse('--out', 'x'), 'out')).toBe('x');
  expect(text(parse('--as-it-was'), 'as-it-was')).toBeUndefined();
});

test.each([
  [['--out='], ''],
  [['--out=--json'], '--json'],
  [['--out=a=b'], 'a=b'],
  [['--out', '-'], '-'],
  [['--out', '-5'], '-5'],
  [['--out', 't=1,v1=ab'], 't=1,v1=ab'],
])('%j is a value', (args, value) => {
  expect(parse(...args).values).toEqual({ out: value });
});

test('behind -- everything is an operand', () => {
  expect(parse('--json', '--', '--out', '-x', '--')).toEqual({
    positionals: ['--out', '-x', '--'],
    values: { json: true },
    json: true,
  });
});

test('every command has --help, --json and --debug', () => {
  expect(Object.keys(COMMON)).toEqual(['help', 'json', 'debug']);
  expect(parse('--help', '--json', '--debug').values).toEqual({ help: true, json: true, debug: true });
});

describe('an option that is not known', () => {
  test.each([
    ['--sute', '--suite was meant'],
    ['--outt', '--out was meant'],
    ['--as-it', '--as-it-was was meant'],
    ['-h', '--help was meant'],
    ['--no-json', '--json was meant'],
    ['--verbose', undefined],
    ['--__proto__', undefined],
    ['--constructor', undefined],
  ])('%s is told with the nearest right one', (flag, likely) => {
    expect(problem([flag])).toEqual({
      code: 'option-unknown',
      message: `try has no option ${flag}`,
      ...(likely && { likely }),
      next: NEXT,
    });
  });

  test('is told without its value, which may be secret', () => {
    expect(problem(['--secrt=topsecret'])?.message).toBe('try has no option --secrt');
  });
});

describe('an option that is not complete', () => {
  test.each([
    [['--out'], '--out needs DIR'],
    [['--to'], '--to needs a value'],
    [['--out', '--json'], '--out needs DIR'],
    [['--suite', 'a', '--suite'], '--suite needs NAME'],
    [['--out', 'a', '--out', 'b'], '--out is given twice'],
    [['--out=', '--out='], '--out is given twice'],
    [['--as-it-was=yes'], '--as-it-was takes no value'],
    [['--json='], '--json takes no value'],
  ])('%j is told', (args, message) => {
    expect(problem(args)).toEqual({ code: 'option-incomplete', message, next: NEXT });
  });
});

describe('operands', () => {
  test('are as many as the command takes', () => {
    const two = command([1, 2], 'FILE [FILE]');
    const message = 'try takes FILE [FILE]';
    expect(problem([], two)).toEqual({ code: 'operands', message, received: 'nothing', next: 'try --help' });
    expect(problem(['a'], two)).toBeUndefined();
    expect(problem(['a', 'b'], two)).toBeUndefined();
    expect(problem(['a', 'b', 'c'], two)).toEqual({ code: 'operands', message, received: 'a b c', next: 'try --help' });
    expect(problem(['a'], command())?.message).toBe('try takes no operands');
  });

  test('do not matter to --help', () => {
    expect(problem(['--help'], command([2, 2], 'A B'))).toBeUndefined();
    expect(problem(['--json'], command([2, 2], 'A B'))?.code).toBe('operands');
  });
});
