import { type Check, hidden, passIf } from './check.ts';
import { signature } from './signature.ts';

/** Signature header: several v1 allow key rotation. The embedded sandbox rotates always, so each secret has its v1. */
export const rotation: Check = {
  id: 'rotation',
  title: 'During key rotation, every delivery verifies under each secret',
  kind: 'safety',
  requirements: ['signature.rotation'],
  *judge(view) {
    const { target, settings } = view.evidence.run;
    if (target.kind !== 'embedded' || settings.secrets < 2) return;
    for (const delivery of view.deliveries) {
      const slots = new Set(view.signaturesOf(delivery).flatMap(seen => seen.slots));
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
        likely: 'only the new secret signs; a consumer that still has the old one refuses the delivery',
      }));
    }
  },
};
