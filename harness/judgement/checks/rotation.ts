import { type Check, hidden, passIf } from './check.ts';
import { signature } from './signature.ts';

/**
 * Signature header: several v1 values allow key rotation. The embedded sandbox always rotates, so each secret has a v1.
 * Whether another target is rotating is unknown: a delivery that verifies under each secret shows that it is.
 */
export const rotation: Check = {
  id: 'rotation',
  title: 'During key rotation, every delivery verifies under each secret',
  kind: 'safety',
  requirements: ['signature.rotation'],
  *judge(view) {
    const { target, settings } = view.evidence.run;
    if (settings.secrets < 2) return;
    const rotates = target.kind === 'embedded';
    for (const delivery of view.deliveries) {
      const slots = new Set(view.signaturesOf(delivery).flatMap(seen => seen.slots));
      if (!rotates && slots.size < settings.secrets) continue;
      // The signature check reports a delivery that verifies under no secret.
      if (slots.size === 0) {
        yield hidden('signature.rotation', signature.requirements, delivery.id);
        continue;
      }
      yield passIf(slots.size === settings.secrets, 'signature.rotation', delivery.id, () => ({
        cause: 'one secret',
        message: 'a delivery is not signed with every secret during key rotation',
        expected: `one v1 for each of ${settings.secrets} secrets`,
        received: `a v1 for ${slots.size} of them`,
        likely: 'the service signs with one secret only, the old or the new one',
      }));
    }
  },
};
