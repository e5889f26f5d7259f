import type { SignatureCase } from '../signature-case.ts';
import { type Draft, signed } from './draft.ts';

/** Blanks, empty elements, several lines, size. */
export function layoutCases({ accept, GOOD, open, reject, T, WRONG }: Draft): readonly SignatureCase[] {
  const GOOD_HEADER = `t=${T},v1=${GOOD}`;
  const BLANKS = 'white space around pairs is left open; proxies that join header lines put a blank behind the comma';
  const EMPTY = 'elements that are no pair are left open; ours passes them over';
  const LINES = 'header arrays are left open; HTTP reads several lines as one list';
  const many = (count: number) => Array.from({ length: count }, () => `v1=${WRONG}`).join(',');
  return [
    open('layout/blank-behind-comma', 'a blank behind the comma', `t=${T}, v1=${GOOD}`, 'accept', BLANKS),
    open('layout/blank-before-comma', 'a blank before the comma', `t=${T} ,v1=${GOOD}`, 'accept', BLANKS),
    open('layout/tabs', 'tabs around the pairs', `\tt=${T}\t,\tv1=${GOOD}\t`, 'accept', BLANKS),
    open('layout/blanks-at-the-ends', 'blanks at both ends', `  ${GOOD_HEADER}  `, 'accept', BLANKS),
    open(
      'layout/blank-behind-equals-of-v1',
      'a blank behind the = of v1',
      `t=${T},v1= ${GOOD}`,
      'signature-mismatch',
      'white space is left open; within a pair ours keeps it',
    ),
    open(
      'layout/blank-before-equals-of-v1',
      'a blank before the = of v1',
      `t=${T},v1 =${GOOD}`,
      'no-signature',
      'white space is left open; within a pair ours keeps it',
    ),
    open(
      'layout/blank-behind-equals-of-t',
      'a blank behind the = of t',
      `t= ${T},v1=${GOOD}`,
      'malformed-timestamp',
      'white space is left open; within a pair ours keeps it',
    ),
    open(
      'layout/blank-in-t-signed',
      'a blank behind t, which is signed with it',
      signed(`${T} `),
      'signature-mismatch',
      'white space is left open; ours takes it for a blank around the pair, which is not signed',
    ),
    open(
      'layout/no-break-space',
      'a non-breaking space before the digest',
      `t=${T},v1=\u00a0${GOOD}`,
      'signature-mismatch',
      'white space is left open; byte 0xA0 is none in HTTP, but some languages trim it',
    ),
    open('layout/comma-behind', 'a comma behind', `${GOOD_HEADER},`, 'accept', EMPTY),
    open('layout/comma-before', 'a comma before', `,${GOOD_HEADER}`, 'accept', EMPTY),
    open('layout/two-commas', 'two commas', `t=${T},,v1=${GOOD}`, 'accept', EMPTY),
    open('layout/many-commas', 'a thousand commas', `t=${T}${','.repeat(1000)}v1=${GOOD}`, 'accept', EMPTY),
    open('layout/bare-word', 'an element without =', `t=${T},hello,v1=${GOOD}`, 'accept', EMPTY),
    open('layout/nameless', 'an element that begins with =', `t=${T},=x,v1=${GOOD}`, 'accept', EMPTY),
    open('layout/bare-v1', 'v1 without = beside a good one', `t=${T},v1,v1=${GOOD}`, 'accept', EMPTY),
    open('layout/one-line-array', 'an array of one line', [GOOD_HEADER], 'accept', LINES),
    open('layout/two-lines', 't and v1 on lines of their own', [`t=${T}`, `v1=${GOOD}`], 'accept', LINES),
    open(
      'layout/second-line-good',
      'a second line holds the good v1',
      [`t=${T},v1=${WRONG}`, `v1=${GOOD}`],
      'accept',
      LINES,
    ),
    open('layout/empty-second-line', 'an empty second line', [GOOD_HEADER, ''], 'accept', LINES),
    open(
      'layout/same-line-twice',
      'the same line twice',
      [GOOD_HEADER, GOOD_HEADER],
      'accept',
      'header arrays and a repeated t are left open; ours finds nothing ambiguous',
    ),
    open(
      'layout/good-line-and-other-t',
      'a good line, and one with another t',
      [GOOD_HEADER, 't=1'],
      'ambiguous-timestamp',
      'header arrays and a repeated t are left open; ours takes neither t',
    ),
    reject('layout/no-lines', 'an array of no lines', [], 'no-header', 'an unsigned delivery is not to be acted on'),
    reject(
      'layout/empty-lines',
      'an array of empty lines',
      ['', ''],
      'no-timestamp',
      'an unsigned delivery is not to be acted on',
    ),
    reject(
      'layout/forged-lines',
      'two lines, neither good',
      [`t=${T},v1=${WRONG}`, 'v1='],
      'signature-mismatch',
      'however lines are read, none verifies',
    ),
    accept(
      'layout/seven-kilobytes',
      'a header of 7 KiB, the good v1 last',
      `t=${T},${many(105)},v1=${GOOD}`,
      'below 8 KiB every receiver reads it whole',
    ),
    open(
      'layout/over-8-kilobytes',
      'a header of over 8 KiB, the good v1 last',
      `t=${T},${many(125)},v1=${GOOD}`,
      'accept',
      'headers over 8 KiB are left open; ours reads them whole',
    ),
    open(
      'layout/long-other-pair',
      'another pair of over 8 KiB',
      `t=${T},note=${'x'.repeat(8200)},v1=${GOOD}`,
      'accept',
      'headers over 8 KiB are left open; ours reads them whole',
    ),
    reject(
      'layout/over-8-kilobytes-forged',
      'a header of over 8 KiB, no v1 good',
      `t=${T},${many(125)}`,
      'signature-mismatch',
      'none matches, however many; it may not throw',
    ),
    reject(
      'layout/long-t',
      't of a thousand digits',
      signed('9'.repeat(1000)),
      'malformed-timestamp',
      'it overflows every number; it may not throw',
    ),
    reject(
      'layout/long-v1',
      'a v1 of four thousand characters that begins with the digest',
      `t=${T},v1=${GOOD}${'0'.repeat(4000)}`,
      'signature-mismatch',
      'the whole value is compared, not its beginning',
    ),
  ];
}
