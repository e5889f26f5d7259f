import type { Scenario } from '#harness';
import { probeCalls } from './probe-calls.ts';

/** Sizes of bodies, in KiB. */
const SIZES = [16, 128];
const BURST = 40;

export const limits: Scenario = {
  id: 'gaps/limits',
  suite: 'gaps',
  title: 'what large bodies and a burst of requests are answered with is written down (Limits)',
  intrusive: true,
  async drive(context) {
    const { client, call, uuid } = context;
    const { simulate } = probeCalls(context);
    for (const size of SIZES) {
      // About no order, and no event: whatever is read of it, it changes nothing.
      await simulate(
        { order: uuid() },
        `large-body: ${size} KiB`,
        { event: 'no_such_event' },
        { padding: size * 1024 },
      );
    }
    const id = uuid();
    const read = () =>
      client.sendRaw(
        { method: 'GET', server: 'base', path: `/v1/onramp/orders/${id}` },
        { ...call, operation: 'getOnrampOrder', condition: `burst: ${BURST} reads at once` },
      );
    await Promise.all(Array.from({ length: BURST }, read));
  },
};
