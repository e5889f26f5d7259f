import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { aRun, signed } from '../../testing/evidence.ts';
import { outcome } from '../../testing/outcome.ts';
import { signature } from './signature.ts';

const CAUSE = 'the body changed after it was signed, or another secret signed it; other deliveries verify';

/** The causes of deliveries that do not verify; each delivery has an event id, or the next one, and a body. */
function causesOf(deliveries: readonly { bad?: boolean; event?: string; data?: JsonObject }[]) {
  const data = new Map(deliveries.map(({ event, data }, index) => [event ?? `e${index}`, data]));
  const run = aRun(({ id, type, order }) => ({ body: { id, type, order, ...data.get(id) } }));
  const journey = run.journey();
  for (const [index, { bad, event = `e${index}` }] of deliveries.entries()) {
    journey.deliver('a', { event, ...(bad && { signatures: [signed(run.now, { slots: [] })] }) });
  }
  return new Set(outcome(signature, run).breaches.map(({ likely }) => likely));
}

const bad = (data: JsonObject) => ({ bad: true, data });
const good = (data: JsonObject) => ({ data });
const of = <T>(make: (nth: number) => T, count = 3) => Array.from({ length: count }, (_, nth) => make(nth));

describe('deliveries that do not verify', () => {
  test.each<[string, JsonObject[], JsonObject[], string]>([
    [
      'a size',
      of(nth => ({ pad: `${nth}`.repeat(500) })),
      of(nth => ({ pad: `${nth}.` })),
      'bodies of 5.. or more bytes',
    ],
    [
      'a small size',
      of(nth => ({ pad: `${nth}.` })),
      of(nth => ({ pad: `${nth}`.repeat(500) })),
      'bodies of .. or less bytes',
    ],
    ['an amount', of(nth => ({ sum: `${nth + 900}.50` })), of(nth => ({ sum: nth })), 'those with /sum 900.5 or more'],
    ['a small amount', of(nth => ({ sum: nth })), of(nth => ({ sum: `${nth + 9}.5` })), 'those with /sum 2 or less'],
    ['a value', of(() => ({ kind: 'late' })), of(nth => ({ kind: `${nth}.` })), 'those with /kind late'],
  ])('are told by %s that no other has', (_, failing, sound, only) => {
    const [cause] = causesOf([...sound.map(good), ...failing.map(bad)]);
    expect(cause).toMatch(new RegExp(`: only ${only} do not$`));
  });

  test('are told by being redeliveries', () => {
    const events = of(nth => ({ event: `one${nth}` }));
    expect(causesOf([...events, ...events.map(one => ({ ...one, bad: true }))])).toEqual(
      new Set([`${CAUSE}: only redeliveries do not`]),
    );
  });

  test.each([
    ['too few of them', [...of(() => good({ kind: 'a' })), ...of(() => bad({ kind: 'b' }), 2)]],
    ['too few others', [...of(() => good({ kind: 'a' }), 2), ...of(() => bad({ kind: 'b' }))]],
    ['another with the same', [...of(() => good({ kind: 'a' })), ...of(() => bad({ kind: 'b' })), good({ kind: 'b' })]],
    ['a member that another lacks', [...of(() => good({})), ...of(() => bad({ kind: 1 })), good({ text: 'longer' })]],
  ])('have nothing in common: %s', (_, deliveries) => {
    expect(causesOf(deliveries)).toEqual(new Set([CAUSE]));
  });
});
