import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isInstalled } from '../testing/is-installed.ts';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { object, serviceAt } from './service.ts';
import { isDecimalString } from './validate.ts';

const newFolder = temporaryFolders();

const DECIMAL = ['0', '007', '150000.00', '0.5', '-1.5', '-0', '9'.repeat(40)];
const OTHER = ['', '-', '.', '5.', '.5', '-.5', '+5', '--5', '5-', '1.2.3', '1,500', '1 500', '1e3', '0x1f', 'NaN']
  .concat(['1 NGN', ' 5', '5 ', '5\n', '\n5', '5\n6', '5\r', '5\r\n', '5\u2028', '5\0'])
  .concat(['٥', '５', '१.५']);
const TEXTS = [...DECIMAL, ...OTHER];

/** Programs that read `{ pattern, not, texts }` as JSON, and write for each text whether it is as a schema says. */
const PROGRAMS: readonly (readonly [language: string, run: readonly string[], file: string, text: string])[] = [
  [
    'Python',
    ['python3'],
    'decimals.py',
    `import json, re, sys
asked = json.load(sys.stdin.buffer)
print(json.dumps([bool(re.search(asked['pattern'], t) and not re.search(asked['not'], t)) for t in asked['texts']]))`,
  ],
  [
    'PHP (PCRE)',
    ['php'],
    'decimals.php',
    `<?php
$asked = json_decode(stream_get_contents(STDIN), true);
$matches = fn($name, $text) => preg_match("/$asked[$name]/u", $text) === 1;
echo json_encode(array_map(fn($text) => $matches('pattern', $text) && !$matches('not', $text), $asked['texts']));`,
  ],
  [
    'Ruby',
    ['ruby'],
    'decimals.rb',
    `require 'json'
asked = JSON.parse(STDIN.read.force_encoding('UTF-8'))
puts asked['texts'].map { |text| text.match?(asked['pattern']) && !text.match?(asked['not']) }.to_json`,
  ],
  [
    'Go',
    ['go', 'run'],
    'decimals.go',
    `package main
import ("encoding/json"; "os"; "regexp")
func main() {
  var asked struct { Pattern, Not string; Texts []string }
  json.NewDecoder(os.Stdin).Decode(&asked)
  found := []bool{}
  for _, text := range asked.Texts {
    is := regexp.MustCompile(asked.Pattern).MatchString(text) && !regexp.MustCompile(asked.Not).MatchString(text)
    found = append(found, is)
  }
  json.NewEncoder(os.Stdout).Encode(found)
}`,
  ],
];

test('JavaScript reads decimal strings as the contract means them', () => {
  expect(TEXTS.filter(isDecimalString)).toEqual(DECIMAL);
});

test.for(PROGRAMS)('%s reads them alike', ([, [program = '', ...words], file, text], { skip }) => {
  skip(!isInstalled(program), `${program} is not installed`);
  const { pattern, not } = serviceAt('/components/schemas/DecimalString');
  const source = join(newFolder(), file);
  writeFileSync(source, text);
  const input = JSON.stringify({ pattern, not: object(not).pattern, texts: TEXTS });
  const found: boolean[] = JSON.parse(execFileSync(program, [...words, source], { input, encoding: 'utf8' }));
  expect(TEXTS.filter((_, index) => found[index])).toEqual(DECIMAL);
});
