import { expect, test } from 'vitest';
import type { CaseRecord } from '../../evidence/evidence.ts';
import { breachesIn, EACH, gatesOf } from './testing/gate.ts';
import { isLoaded } from './testing/seeds.ts';
import { SOUND_BACKENDS } from './testing/sound-backends.ts';

const ROWS = SOUND_BACKENDS.map(([how, parts, settleMs = 60]) => ({ how, parts, options: { settleMs } }));

test.each(gatesOf(ROWS))(
  'A backend that is right in an unusual way passes: $how, seed $seed',
  EACH,
  async ({ how, gated, seed }) => {
    const { lines, cases } = await gated();
    expect(breachesIn(cases)).toEqual([]);
    // A copy beside the first one, and an early completion, may be refused for a reason.
    const isRefused = ({ problems }: CaseRecord) => problems.some(({ cause }) => cause === 'not-acknowledged');
    const refused = cases.filter(one => /^credit\.(?:concurrent|order)/.test(one.id) && isRefused(one));
    expect(refused.length > 0).toBe(how === 'answers 409 to a webhook that it knows');
    // On a busy machine time may run out.
    if (!isLoaded(seed)) expect(lines.filter(line => line.type === 'scenario' && line.outcome !== 'done')).toEqual([]);
  },
);
