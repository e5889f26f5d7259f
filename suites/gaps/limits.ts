import type { Scenario } from '#harness';
import { rawCalls } from '../raw-calls.ts';

/** The sizes of bodies in KiB, in addition to that of `contract/unknown-routes`. */
const SIZES = [16, 128];
const BURST = 40;

export const limits: Scenario = {
  id: 'gaps/limits',
  suite: 'gaps',
  title: 'Observes the answers to large bodies and to a burst of requests (Limits)',
  intrusive: true,
  async drive(context) {
    const { simulate, readOrder } = rawCalls(context);
    for (const size of SIZES) {
      // The order and the event are unknown, so the call changes nothing, however much of it the service reads.
      const order = { order: context.uuid() };
      await simulate(order, `large-body: ${size} KiB`, { event: 'no_such_event' }, { padding: size * 1024 });
    }
    const id = context.uuid();
    await Promise.all(Array.from({ length: BURST }, () => readOrder(`burst: ${BURST} reads at once`, id)));
  },
};
