import { expect, test } from 'vitest';
import { HeldAnswers } from './held-answers.ts';

/** Holds answers and takes deliveries: `0 hold, 2000 delivery, 4000 end`. @returns for how long senders were held up */
async function heldUp(line: string) {
  let now = 0;
  const held = new HeldAnswers(() => now);
  const open: (() => void)[] = [];
  for (const word of line.split(', ')) {
    const [at, what] = word.split(' ');
    now = Number(at);
    if (what === 'delivery') held.arrived();
    else if (what === 'end') open.shift()?.();
    else if (what === 'hold') held.hold(new Promise<void>(resolve => open.push(resolve)));
    await Promise.resolve();
  }
  return held.lasted;
}

test.each([
  ['from then on, while an answer is held', '1000 hold, 5000 now', 4_000],
  ['until it ends', '1000 hold, 4000 end, 5000 now', 3_000],
  ['only since the last delivery, which shows a sender that is free', '0 hold, 2000 delivery, 4000 end', 2_000],
  ['as a whole where the end is seen just after the next delivery', '0 hold, 4000 delivery, 4002 end', 4_002],
  ['once for two at a time', '0 hold, 1000 delivery, 1000 hold, 3000 end, 4000 end, 5000 now', 3_000],
  ['not while none is held', '0 hold, 1000 end, 2000 delivery, 5000 now', 1_000],
])('Time in which senders are held up counts %s', async (_, line, held) => {
  expect(await heldUp(line)).toBe(held);
});
