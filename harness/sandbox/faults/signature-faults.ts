import { type BinaryLike, createHash, createHmac } from 'node:crypto';
import type { FaultHooks, Faults, SignatureHeader, Signing } from './fault.ts';

const TEN_MINUTES_MS = 600_000;

/** Faults of the signature header (Events, Signature header). */
export const SIGNATURE_FAULTS: Faults = {
  'signature.raw-body': {
    'signs-reserialised-body': [
      'The signature is over the body parsed and serialised again, not over the raw bytes.',
      signing(({ body }) => ({ body: reserialised(body) })),
      {
        // Without it, the serialised body could have the same bytes.
        setup: { eventBytes: body => Buffer.from(body.toString().replace('{', '{ ')) },
        alsoIntermittent: true,
        // Content codings hide what was signed before them.
        alsoBreaks: ['signature.hmac'],
      },
    ],
  },
  'signature.hmac': {
    'signs-with-wrong-secret': [
      'Deliveries are signed with a secret that the receiver does not have.',
      signing(() => ({ secrets: ['whsec_another'] })),
      { alsoIntermittent: true },
    ],
    'signs-with-decoded-secret': [
      'The HMAC key is the base64-decoded secret, not its text.',
      digesting((secret, t, body) => digestBy('sha256')(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'), t, body)),
    ],
    'signs-body-only': [
      'The signature is over the body alone, without t.',
      digesting((secret, _, body) => createHmac('sha256', secret).update(body).digest('hex')),
    ],
    'signs-without-dot': [
      'The signature is over t and the body without the dot between them.',
      digesting((secret, t, body) => createHmac('sha256', secret).update(t).update(body).digest('hex')),
    ],
    'signs-body-before-t': [
      'The signature is over the body, a dot and t.',
      digesting((secret, t, body) => createHmac('sha256', secret).update(body).update(`.${t}`).digest('hex')),
    ],
    'signature-sha1': ['v1 is an HMAC with SHA-1.', digesting(digestBy('sha1'))],
    'signature-sha512': ['v1 is an HMAC with SHA-512.', digesting(digestBy('sha512'))],
    'signature-unkeyed': [
      'v1 is a plain SHA-256 over the secret and the message, not an HMAC.',
      digesting((secret, t, body) => createHash('sha256').update(`${secret}${t}.`).update(body).digest('hex')),
    ],
    'signature-truncated': ['v1 is only the first half of the digest.', rewriting(hex => hex.slice(0, 32))],
    'signature-t-changed': [
      't is not the value that was signed.',
      digesting((secret, t, body) => digestBy('sha256')(secret, `${t}0`, body)),
    ],
    'body-changed-after-signing': [
      'The body is not the one that was signed.',
      {
        signedAttempt: attempt => ({
          ...attempt,
          body: Buffer.from(attempt.body.toString().replace('{', '{"replica":1,')),
        }),
      },
      { alsoIntermittent: true },
    ],
  },
  'signature.lowercase-hex': {
    'signature-uppercase-hex': ['v1 is in uppercase hex.', rewriting(hex => hex.toUpperCase())],
    'signature-base64': ['v1 is in base64.', rewriting(hex => Buffer.from(hex, 'hex').toString('base64'))],
  },
  'signature.header': {
    'signature-header-missing': [
      'Deliveries carry no signature header.',
      unsigned(() => true),
      { alsoIntermittent: true },
    ],
  },
  'webhook.signed': {
    'redelivery-unsigned': ['Redeliveries carry no signature header.', unsigned(number => number > 1)],
  },
  'signature.t': {
    'signature-without-t': [
      'The signature header has no t.',
      editingHeader(({ pairs }) => ({ pairs: pairs.filter(([name]) => name !== 't') })),
    ],
    'signature-with-two-t': [
      'The signature header has a second t.',
      editingHeader(({ pairs }) => ({ pairs: [...pairs, ['t', '1']] })),
    ],
  },
  'signature.v1': {
    'signature-without-v1': [
      'The signature header has no v1.',
      editingHeader(({ pairs }) => ({ pairs: pairs.filter(([name]) => name !== 'v1') })),
    ],
    'signature-v1-renamed': [
      'The digest is under sha256 instead of v1.',
      editingHeader(({ pairs }) => ({
        pairs: pairs.map(([name, value]) => [name === 'v1' ? 'sha256' : name, value]),
      })),
    ],
  },
  'signature.pairs': {
    'signature-semicolons': [
      'The pairs of the signature header are separated by semicolons.',
      editingHeader(() => ({ separator: ';' })),
    ],
    'signature-spaces': [
      'The pairs of the signature header are separated by spaces.',
      editingHeader(() => ({ separator: ' ' })),
    ],
  },
  'signature.tolerance': {
    'signature-t-stale': [
      't is ten minutes in the past.',
      signing(({ at }) => ({ at: at - TEN_MINUTES_MS })),
      { alsoIntermittent: true },
    ],
    'signature-t-future': ['t is ten minutes in the future.', signing(({ at }) => ({ at: at + TEN_MINUTES_MS }))],
    'signature-t-stale-on-redelivery': [
      'Redeliveries carry a t that is ten minutes in the past.',
      signing(({ at }, number) => (number === 1 ? undefined : { at: at - TEN_MINUTES_MS })),
      { breaks: ({ signature }) => signature.renewed },
    ],
  },
  'signature.rotation': {
    'rotation-signs-with-old-only': [
      'During rotation only the old secret signs.',
      signing(({ secrets }) => (secrets.length > 1 ? { secrets: secrets.slice(0, 1) } : undefined)),
    ],
    'rotation-signs-with-new-only': [
      'During rotation only the new secret signs.',
      signing(({ secrets }) => (secrets.length > 1 ? { secrets: secrets.slice(-1) } : undefined)),
    ],
  },
};

function reserialised(body: Buffer): Buffer {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(body.toString())));
  } catch {
    return body; // Another fault replaced the JSON.
  }
}

function signing(edit: (input: Signing, attempt: number) => Partial<Signing> | undefined): FaultHooks {
  return {
    signing: (input, { number }) => {
      const edited = edit(input, number);
      return edited && { ...input, ...edited };
    },
  };
}

function digesting(wrong: Signing['digest']): FaultHooks {
  return signing(() => ({ digest: wrong }));
}

function rewriting(rewrite: (hex: string) => string): FaultHooks {
  return signing(input => ({ digest: (secret, t, body) => rewrite(input.digest(secret, t, body)) }));
}

function unsigned(applies: (attempt: number) => boolean): FaultHooks {
  return {
    signedAttempt: (attempt, { signatureHeader, number }) => {
      const { [signatureHeader]: _, ...headers } = attempt.headers;
      return applies(number) ? { ...attempt, headers } : undefined;
    },
  };
}

function digestBy(algorithm: string): (secret: BinaryLike, t: string, body: Buffer) => string {
  return (secret, t, body) => createHmac(algorithm, secret).update(`${t}.`).update(body).digest('hex');
}

function editingHeader(edit: (header: SignatureHeader) => Partial<SignatureHeader>): FaultHooks {
  return { signatureHeader: header => ({ ...header, ...edit(header) }) };
}
