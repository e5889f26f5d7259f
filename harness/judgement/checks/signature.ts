import { header } from '../../base/json.ts';
import { oncePerObject } from '../../base/once.ts';
import { plural } from '../../base/plural.ts';
import { NEAR_MISSES, type ObservedSignature } from '../../evidence/delivery.ts';
import type { Delivery } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import { earlierAttempts } from './attempts.ts';
import { breach, type Check, hidden, type Judgement, pass, passIf } from './check.ts';
import { isTruncated, TRUNCATED } from './json-body.ts';

/** Signature header: each delivery has one in the specified form, and it verifies. */
export const signature: Check = {
  id: 'signature',
  title: 'Every delivery has a signature that verifies',
  kind: 'safety',
  requirements: [
    'webhook.signed',
    'signature.header',
    'signature.pairs',
    'signature.t',
    'signature.v1',
    'signature.hmac',
    'signature.raw-body',
    'signature.lowercase-hex',
  ],
  *judge(view) {
    // A near miss also requires the secret.
    const isSecretRight = view.deliveries.some(
      delivery => view.verifies(delivery) || view.signaturesOf(delivery).some(({ nearMiss }) => nearMiss),
    );
    for (const delivery of view.deliveries) {
      if (!delivery.complete) continue;
      const seen = view.signaturesOf(delivery);
      const best = seen.find(({ slots }) => slots.length > 0) ?? seen[0];
      if (best === undefined) yield* missing(view, delivery);
      else yield* judgeHeader(view, delivery, best, isSecretRight);
    }
  },
};

/** The requirements that a matching v1 shows to hold. */
const OF_V1 = ['signature.hmac', 'signature.raw-body', 'signature.lowercase-hex'];
/** The requirements whose breach prevents a v1 from being found or from matching. */
const OF_HEADER = ['signature.pairs', 'signature.t', 'signature.v1', ...OF_V1];

function* missing(view: View, delivery: Delivery): Generator<Judgement> {
  for (const part of ['signature.pairs', 'signature.t', 'signature.v1', ...OF_V1])
    yield hidden(part, ['signature.header'], delivery.id);
  yield breach({
    requirement: 'signature.header',
    also: ['webhook.signed'],
    cause: 'missing',
    message: 'a delivery has no signature header',
    expected: `a header such as ${view.interpretation.signatureHeaders.join(' or ')}`,
    received: `headers ${delivery.headers.map(([name]) => name).join(', ')}`,
    likely: 'only some deliveries are signed, or the header has another name',
    next: 'if the header has another name, set SIGNATURE_HEADER',
    evidence: [delivery.id],
  });
}

function* judgeHeader(
  view: View,
  delivery: Delivery,
  seen: ObservedSignature,
  isSecretRight: boolean,
): Generator<Judgement> {
  const evidence = [delivery.id];
  yield pass('signature.header', delivery.id);
  const raw = delivery.headers
    .filter(([name]) => name.toLowerCase() === seen.header.toLowerCase())
    .map(([, value]) => value)
    .join(' | ');
  const form = { expected: 't=…,v1=…', received: `${seen.header}: ${raw.slice(0, 160)}`, evidence };
  const missing = [...(seen.t.length === 0 ? ['t'] : []), ...(seen.v1 === 0 ? ['v1'] : [])];
  const hasOneT = new Set(seen.t).size < 2;
  for (const name of ['t', 'v1'])
    if (!missing.includes(name) && (name !== 't' || hasOneT)) yield pass(`signature.${name}`, delivery.id);
  if (!hasOneT) {
    const isOfFirst = view.deliveries.some(
      own => new Set(view.signaturesOf(own)[0]?.t).size > 1 && earlierAttempts(view, own).length === 0,
    );
    const why = isOfFirst ? 'the header is written twice, perhaps by a proxy' : 'each attempt appends to the header';
    yield breach({
      ...form,
      requirement: 'signature.t',
      cause: 'several t',
      message: 'the signature header has several t',
      likely: `${why}; a receiver that reads the other t refuses the webhook`,
    });
  }
  if (/,[ \t]|[ \t],/.test(raw))
    yield breach({
      ...form,
      requirement: 'signature.pairs',
      severity: 'advice',
      cause: 'blanks',
      message: 'the signature header has white space around its pairs',
      likely: 'a receiver that splits the header on "," as rule 1 says, and removes no white space, does not find v1',
    });
  const isJoined = seen.slots.length === 0 && /v1=[^,]*[^\w,-]v1=/.test(raw);
  if (missing.length === 0 && !isJoined) yield pass('signature.pairs', delivery.id);
  else if (isJoined || missing.length === 2 || missing.every(name => isInside(raw, name))) {
    yield breach({
      ...form,
      requirement: 'signature.pairs',
      also: [...missing.map(name => `signature.${name}`), 'webhook.signed'],
      cause: 'form',
      message: 'the signature header is not a comma-separated list of k=v pairs with t and v1',
      likely: 'the separator is not a comma, or the pairs have other names',
    });
  } else {
    yield hidden('signature.pairs', ['signature.t', 'signature.v1'], delivery.id);
    for (const name of missing) {
      yield breach({
        ...form,
        requirement: `signature.${name}`,
        also: ['webhook.signed'],
        cause: `no ${name}`,
        message: `the signature header has no ${name}`,
      });
    }
  }
  if (seen.slots.length > 0) {
    for (const requirement of ['webhook.signed', ...OF_V1]) yield pass(requirement, delivery.id);
    return;
  }
  for (const part of OF_V1) yield hidden(part, OF_HEADER, delivery.id);
  if (missing.length > 0 || isJoined) return;
  const isCut = !seen.nearMiss && isTruncated(delivery.body);
  const own = v1In(delivery, seen);
  const earlier = earlierAttempts(view, delivery);
  const isKept = earlier.some(other => {
    const [first] = view.signaturesOf(other);
    return first && first.t[0] !== seen.t[0] && v1In(other, first).join() === own.join();
  });
  const alike = own.flatMap(v1 => deliveriesByV1(view).get(v1) ?? []);
  // What most webhooks have in common is no digest. An attempt may keep the v1 of an earlier one.
  const isCopied =
    alike.length < view.deliveries.length / 2 &&
    alike.some(other => other.body.sha256 !== delivery.body.sha256 && !earlier.includes(other));
  const [requirement, likely] = isKept
    ? ['signature.hmac', 'a redelivery has a new t, and the v1 of an earlier attempt, which covers the old t']
    : seen.nearMiss
      ? [NEAR_MISSES[seen.nearMiss][0], `a v1 ${NEAR_MISSES[seen.nearMiss][1]}`]
      : isCopied
        ? ['signature.hmac', 'another webhook with another body has the same v1: signatures are cached or shared']
        : unexplained(isCut, isSecretRight);
  const unlike = seen.wellFormed > 0 ? 'matches' : 'is 64 lowercase hex digits';
  yield breach({
    requirement,
    also: ['webhook.signed'],
    cause: isKept ? 'kept v1' : (seen.nearMiss ?? (isCopied ? 'copied v1' : isCut ? 'truncated' : 'mismatch')),
    message: 'the signature of a delivery does not verify',
    expected: 'a v1 that is the lowercase hex HMAC-SHA256 over "<t>.<raw body>"',
    received: `${plural(seen.v1, 'v1 value')}, none of which ${unlike}`,
    likely,
    ...(!seen.nearMiss &&
      !isCut &&
      !isSecretRight && {
        next:
          'compare SIGNING_SECRET with the webhook settings of the service, and run again: if no delivery verifies ' +
          'with the secret that they show, the service signs another text',
      }),
    evidence,
  });
}

/** The deliveries with each v1. */
const deliveriesByV1 = oncePerObject((view: View) => {
  const byV1 = new Map<string, Delivery[]>();
  for (const one of view.deliveries)
    for (const seen of view.signaturesOf(one).slice(0, 1))
      for (const v1 of v1In(one, seen)) byV1.set(v1, [...(byV1.get(v1) ?? []), one]);
  return byV1;
});

function v1In({ headers }: Delivery, { header: name }: ObservedSignature): readonly string[] {
  return [...(header(headers, name) ?? '').matchAll(/v1=([^,]*)/g)].map(([, v1 = '']) => v1);
}

/** Whether the header has this pair behind a separator that is not a comma. */
function isInside(raw: string, name: string): boolean {
  return new RegExp(`(?:^|[^\\w-])${name}=`).test(raw);
}

function unexplained(isCut: boolean, isSecretRight: boolean): readonly [string, string] {
  if (isCut) return ['signature.hmac', TRUNCATED];
  const likely = isSecretRight
    ? 'the body changed after it was signed, or another secret signed it; ' +
      'other deliveries show that the secret is right'
    : 'SIGNING_SECRET, or the secret that WEBHOOK_COMMAND printed, is not that of the service: no delivery verifies; ' +
      'otherwise the service signs another text than "<t>.<raw body>"';
  return ['signature.hmac', likely];
}

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
