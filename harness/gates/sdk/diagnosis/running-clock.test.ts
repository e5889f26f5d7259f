import { expect, test } from 'vitest';
import type { CaseRecord } from '../../../evidence/evidence.ts';
import { sdkOf } from '../../../testing/sdk/variant-sdk.ts';
import { type Asker, knownCase } from '../gate-case.ts';
import { KNOWN_MISTAKES, type KnownMistake } from '../mistakes/known-mistakes.ts';
import { KNOWN_STREAMS } from '../receive/streams.ts';
import { INJECTED_NOW } from '../signature-cases.ts';
import { knownSignatures } from '../verify/judge-verify.ts';
import { diagnose } from './diagnose.ts';

/** Every case for an SDK that reads the system clock. */
const ASKED = [...knownSignatures(true), ...KNOWN_STREAMS].map(knownCase);
/** Mistakes whose symptoms depend on the signed bytes, which differ in every second. */
const BY_DIGEST = KNOWN_MISTAKES.filter(({ name }) => ['unpadded-bytes', 'digest-as-number'].includes(name));

/** The results of an SDK whose cases are signed in one second, and which reads its clock this many seconds later. */
async function shownAt(moment: number, seconds: number, mistake: KnownMistake): Promise<readonly CaseRecord[]> {
  const sdk = sdkOf({ parts: mistake.ways[0] ?? {} }) as { readonly [method: string]: (params: object) => unknown };
  const shown: CaseRecord[] = [];
  for (const { id, method, ask } of ASKED) {
    let read = moment;
    const call = async (_: string, params: object) => {
      if (shown.length % 2 === 1) read += seconds;
      try {
        return { kind: 'result', result: sdk[method]?.({ ...params, now: read }) };
      } catch {
        return { kind: 'broke', failure: 'error', said: '' };
      }
    };
    const asker = { call, now: () => read, systemClock: true, restart: async () => {}, isLate: () => false };
    shown.push({ id, method, ...(await ask(asker as Asker)) });
  }
  return shown;
}

/** The names of the diagnosed mistakes, and the failures that none of them explains. */
function foundIn(shown: readonly CaseRecord[]) {
  const failed = shown.filter(({ problems }) => problems.some(({ severity }) => severity === 'breach'));
  const found = diagnose(shown);
  const explained = new Set(found.flatMap(({ cases }) => cases));
  return { names: found.map(({ name }) => name), left: failed.filter(({ id }) => !explained.has(id)) };
}

test.each(BY_DIGEST.map((mistake, nth) => ({ name: mistake.name, hour: 13 * nth, mistake })))(
  '$name is named in hour $hour of a day',
  async ({ name, hour, mistake }) => {
    const moment = INJECTED_NOW + hour * 3607;
    expect(foundIn(await shownAt(moment, 0, mistake))).toEqual({ names: [name], left: [] });
  },
);

test.each(
  KNOWN_MISTAKES.map((mistake, place) => ({ name: mistake.name, place, mistake })).filter(
    ({ place }) => place % 40 === 0,
  ),
)('At most one mistake is named for $name, and it explains every failure', async ({ place, mistake }) => {
  const { names, left } = foundIn(await shownAt(INJECTED_NOW + place * 613, 1, mistake));
  expect(names.length).toBeLessThanOrEqual(1);
  expect(left).toEqual([]);
});
