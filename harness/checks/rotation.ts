import { breach, type Check, pass } from './check.ts';

/** Signature header: several v1 allow key rotation. The embedded sandbox rotates throughout, so each secret has its v1. */
export const rotation: Check = {
  id: 'rotation',
  title: 'during rotation every delivery verifies under each secret',
  kind: 'safety',
  requirements: ['signature.rotation'],
  *judge(view) {
    const { target, settings } = view.evidence.run;
    if (target.kind !== 'embedded' || settings.secrets < 2) return;
    for (const delivery of view.deliveries) {
      const slots = new Set(view.signaturesOf(delivery).flatMap(seen => seen.slots));
      // One that verifies under no secret at all is another check's.
      if (slots.size === 0) continue;
      if (slots.size === settings.secrets) yield pass('signature.rotation', delivery.id);
      else {
        yield breach({
          requirement: 'signature.rotation',
          cause: 'one secret',
          message: 'during rotation a delivery is not signed with every secret',
          expected: `a v1 for each of ${settings.secrets} secrets`,
          received: `one for ${slots.size}`,
          likely: 'a receiver that still has the other secret would refuse it',
          evidence: [delivery.id],
        });
      }
    }
  },
};
