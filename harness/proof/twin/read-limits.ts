import { type Reading, shown } from '../../facts/observed-dialect.ts';
import type { Observed } from './observed.ts';

/** Whether a POST with a used key gets the first answer without a second effect. */
export function replay(observed: Observed): Reading<string> | undefined {
  const fired = observed.fact('idempotency.replay', 'its webhook', value => value === 'another webhook');
  if (fired?.value) return { ...fired, value: 'ignored' };
  return observed.fact('idempotency.replay', 'the answer', value =>
    value === 'the first answer again' ? 'same' : 'ignored',
  );
}

/** The header that marks a replayed answer; empty if there is none. */
export function replayHeader(observed: Observed): Reading<string> | undefined {
  const words = observed.fact('idempotency.replay', 'headers that mark a replay', value => String(value));
  const [name = ''] = words?.value.split(', ') ?? [];
  const sent = observed.answers.flatMap(({ response }) => response.headers.map(([own]) => own));
  const value = name === 'none' ? '' : (sent.find(own => own.toLowerCase() === name) ?? name);
  return words && { ...words, value };
}

/** The tried sizes of large bodies, and the limit that a refusal of each implies. */
const SIZES = [
  { tried: '16 KiB', allows: 16_384 },
  { tried: '32 KiB', allows: 32_768 },
  { tried: '128 KiB', allows: 65_536 },
] as const;
/** More than any tried size. */
const LARGE = 1_048_576;

/** The largest request body, as far as sizes were tried. */
export function bodyBytes(observed: Observed): Reading<number> | undefined {
  const tried = SIZES.flatMap(({ tried, allows }) => {
    const [fact] = observed.factsAbout('limits.size', tried);
    return fact ? [{ allows, isRefused: fact.value === 413, evidence: fact.evidence }] : [];
  });
  return shown(tried.find(({ isRefused }) => isRefused)?.allows ?? LARGE, tried);
}
