import { expect, test } from 'vitest';
import { verifySignature } from '../../webhooks/signature.ts';
import { signatureOf } from '../signatures/signature-digest.ts';
import { observeSignatures } from './observer.ts';

/** How many headers are tried: 50,000, or as many as the variable says. A million take ten seconds. */
const COUNT = Number(process.env.SIGNATURE_HEADERS ?? 50_000);

const SECRET = 'whsec_9z8y7x6w';
const BODY = Buffer.from('{"id":"evt_1","amount":"100.00"}');
const NOW = 1_700_000_000_000;
const RIGHT = signatureOf('1700000000', BODY, SECRET);

/** A generator of numbers below `limit` that repeats itself for a seed (mulberry32). */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return limit => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const PIECES = [
  ...['t=1700000000', 't=1700000000000', 't=', 't', '=', ',', ',,', ' ', '\t', '"', ';', '{}', 't=-1', 't=1e9'],
  ...[`v1=${RIGHT}`, `v1=${RIGHT.toUpperCase()}`, `v1=${RIGHT.slice(0, 63)}`, 'v1=', 'v1', 'v0=1', '__proto__=1'],
  ...['t=0x1', 'T=1'],
  ...['\u0000', '\u00ff', '\u2028', '😀', '\ud800', '2023-11-14T22:13:20Z', '9'.repeat(30), '%2c', '\\u002c'],
];

/** Random text, pieces of signatures in any order, or one piece up to what fits into 64 KiB. */
function drawHeader(below: (limit: number) => number): string {
  const piece = () => PIECES[below(PIECES.length)] ?? '';
  const kind = below(1_000);
  if (kind === 0)
    return piece()
      .repeat(65_536 / Math.max(1, piece().length))
      .slice(0, 65_536);
  if (kind < 300) return Array.from({ length: below(60) }, () => String.fromCharCode(below(0x10000))).join('');
  return Array.from({ length: below(12) }, () => piece() + (below(3) === 0 ? '' : ',')).join('');
}

test(`${COUNT} random and crafted signature headers throw nothing`, () => {
  const below = numbers(7);
  let accepted = 0;
  for (let nth = 0; nth < COUNT; nth++) {
    const header = drawHeader(below);
    if (verifySignature({ header, body: BODY, secrets: [SECRET], now: NOW }).accepted) accepted++;
    // The guesses at what was signed cost more than the verification.
    if (nth % 20 === 0) observeSignatures([['X-Signature', header]], BODY, [SECRET], undefined);
  }
  expect(accepted).toBeGreaterThan(COUNT / 1_000);
});
