import { expect, test } from 'vitest';
import { wholeNumber } from '../base/parse-value.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { parseCommandLine } from './dispatch.ts';

const OPTIONS = {
  out: { value: 'DIR', about: '' },
  count: { value: 'N', parse: wholeNumber(1, 9), about: '' },
  file: { value: 'FILE', parse: (text: string, cwd: string) => `${cwd}/${text}`, about: '' },
  suite: { value: 'NAME', repeatable: true, about: '' },
  asItWas: { about: '' },
} as const;

const command = (operands = '') => ({ name: 'drift' as const, operands, options: OPTIONS });

const parse = (...args: readonly string[]) => parseCommandLine(command('[WORD…]'), args, '/cwd');

const problem = (args: readonly string[], on: Parameters<typeof parseCommandLine>[0] = command('[WORD…]')) => {
  const { code, kind, message, details } = thrownBy(() => parseCommandLine(on, args, '/cwd'));
  if (code === undefined) return undefined;
  expect(kind).toBe('usage');
  return { code, message, ...details };
};

const NEXT = '`npm run -s harness -- drift --help` lists the options';

test('Options and operands may come in any order', () => {
  const given = { operands: ['a', 'b'], options: { out: 'dir', suite: ['x', 'y'], asItWas: true }, json: true };
  expect(parse('a', '--out', 'dir', '--suite', 'x', '--json', 'b', '--suite=y', '--as-it-was')).toEqual(given);
  expect(parse('--as-it-was', '--suite=x', '--suite', 'y', '--json', '--out=dir', 'a', 'b')).toEqual(given);
});

test('The value of an option is parsed by its table', () => {
  expect(parse('--count', '7', '--file=f').options).toEqual({ suite: [], count: 7, file: '/cwd/f' });
  expect(problem(['--count', 'ten'])).toEqual({
    code: 'option-invalid',
    message: '--count is "ten": give a whole number from 1 to 9',
  });
});

test.each([
  [['--out='], ''],
  [['--out=--json'], '--json'],
  [['--out=a=b'], 'a=b'],
  [['--out', '-'], '-'],
  [['--out', '-5'], '-5'],
  [['--out', 't=1,v1=ab'], 't=1,v1=ab'],
])('The arguments %j contain a value that looks like an option', (args, value) => {
  expect(parse(...args).options).toEqual({ suite: [], out: value });
});

test('After -- everything is an operand', () => {
  expect(parse('--json', '--', '--out', '-x', '--')).toMatchObject({ operands: ['--out', '-x', '--'], json: true });
});

test.each([
  ['--sute', '; did you mean --suite?'],
  ['--outt', '; did you mean --out?'],
  ['--as-it', '; did you mean --as-it-was?'],
  ['--asItWas', '; did you mean --as-it-was?'],
  ['--no-json', '; did you mean --json?'],
  ['--verbose', ''],
  ['--__proto__', ''],
  ['--constructor', ''],
])('An unknown option %s is refused with the closest known one', (flag, hint) => {
  const message = `drift has no option ${flag}${hint}`;
  expect(problem([flag])).toEqual({ code: 'option-unknown', message, next: NEXT });
});

test('An unknown option is shown without its value, which may be secret', () => {
  expect(problem(['--secrt=topsecret'])?.message).toBe('drift has no option --secrt');
});

test.each([
  [['--out'], '--out needs DIR'],
  [['--out', '--json'], '--out needs DIR'],
  [['--suite', 'a', '--suite'], '--suite needs NAME'],
  [['--out', 'a', '--out', 'b'], '--out is given twice'],
  [['--out=', '--out='], '--out is given twice'],
  [['--as-it-was=yes'], '--as-it-was takes no value'],
  [['--json='], '--json takes no value'],
])('An incomplete option %j is refused', (args, message) => {
  expect(problem(args)).toEqual({ code: 'option-incomplete', message, next: NEXT });
});

test('All missing required options are named at once', () => {
  const options = {
    to: { value: 'URL', required: true, about: '' },
    secret: { value: 'S', required: true, repeatable: true, about: '' },
  } as const;
  const on = { name: 'drift' as const, operands: '', options };
  expect(problem([], on)?.message).toBe('drift needs --to and --secret');
  expect(problem(['--to', 'x'], on)).toEqual({ code: 'option-missing', message: 'drift needs --secret', next: NEXT });
  expect(problem(['--to', 'x', '--secret', 'y'], on)).toBeUndefined();
});

test.each([
  ['', ['']],
  ['A', ['a']],
  ['OLD NEW', ['a b']],
  ['[FILE]', ['', 'a']],
  ['DIR…', ['a', 'a b', 'a b c']],
  ['[-- WORD…]', ['', 'a', 'a b', 'a b c']],
])('The usage "%s" accepts the operands %j and no other number of them', (operands, good) => {
  const words = (text: string) => text.split(' ').filter(word => word !== '');
  for (const given of ['', 'a', 'a b', 'a b c']) {
    const received = given === '' ? 'nothing' : given;
    const message = `drift takes ${operands === '' ? 'no operands' : operands}`;
    const refusal = { code: 'operands', message, received, next: 'npm run -s harness -- drift --help' };
    expect(problem(words(given), command(operands))).toEqual(good.includes(given) ? undefined : refusal);
  }
});
