import { isOk } from '../../evidence/answered.ts';
import { mapped, type Reading, shown } from '../../facts/reading.ts';
import type { Observed } from './observed.ts';

/** Whether a POST with a used key gets the first answer without a second effect. */
export function replay(observed: Observed): Reading<string> | undefined {
  const fired = observed.fact('idempotency.replay', 'its webhook', value => value === 'another webhook');
  if (fired?.value) return { ...fired, value: 'ignored' };
  return observed.fact('idempotency.replay', 'the answer', value =>
    value === 'the first answer again' ? 'same' : 'ignored',
  );
}

/** What a used key gets with another request. */
export function conflict(observed: Observed): Reading<number | string> | undefined {
  return observed.fact('idempotency.conflict', undefined, value => {
    if (typeof value === 'number') return value;
    return value === 'the first answer again' ? 'replayed' : value === 'performed' ? 'performed' : undefined;
  });
}

/** How long a used key is known, where it was forgotten within the run. */
export function retentionMs(observed: Observed): Reading<number> | undefined {
  const [fact] = observed.factsAbout('idempotency.retention', /^after \d+ s$/);
  if (fact === undefined || fact.value !== 'another answer' || replay(observed)?.value !== 'same') return undefined;
  return shown(Number(/\d+/.exec(fact.condition ?? '')?.[0]) * 500, fact.evidence);
}

/** The header that marks a replayed answer; empty for none. */
export function replayHeader(observed: Observed): Reading<string> | undefined {
  const words = observed.fact('idempotency.replay', 'headers that mark a replay', value => String(value));
  const [name = ''] = words?.value.split(', ') ?? [];
  const sent = observed.answers.flatMap(({ response }) => response.headers.map(([own]) => own));
  return mapped(words, () => (name === 'none' ? '' : (sent.find(own => own.toLowerCase() === name) ?? name)));
}

/** The sizes of large bodies that were tried, in KiB, with the largest body that each allows where it is refused. */
const SIZES = [
  { tried: '16 KiB', allows: 16_384 },
  { tried: '32 KiB', allows: 32_768 },
  { tried: '128 KiB', allows: 65_536 },
] as const;
/** More than any that was tried. */
const LARGE = 1_048_576;

/** The largest request body, as far as sizes were tried. */
export function bodyBytes(observed: Observed): Reading<number> | undefined {
  const tried = SIZES.flatMap(({ tried, allows }) => {
    const [fact] = observed.factsAbout('limits.size', tried);
    return fact ? [{ allows, isRefused: fact.value === 413, ids: fact.evidence }] : [];
  });
  return shown(
    tried.find(({ isRefused }) => isRefused)?.allows ?? LARGE,
    tried.flatMap(({ ids }) => ids),
  );
}

/** Whether the preview routes refuse a call without a key. */
export function previewNeedsKey(observed: Observed): Reading<boolean> | undefined {
  return observed.fact('preview.session', 'without-key, the status', value =>
    value === 401 || value === 403 ? true : isOk(Number(value)) ? false : undefined,
  );
}
