import { createHash, createHmac } from 'node:crypto';
import type { SignatureHeader, Signing } from '../delivery/attempt.ts';
import { digest } from '../delivery/sign.ts';
import type { FaultHooks, Faults } from './fault.ts';

const TEN_MINUTES_MS = 600_000;

/** Faults of the signature header (Events, Signature header). */
export const SIGNATURE_FAULTS: Faults = {
  'signs-reserialised-body': {
    requirement: 'signature.raw-body',
    summary: 'The signature is over the body parsed and serialised again, not over the raw bytes.',
    // Without it, serialising the parsed body again could yield the same bytes.
    setup: { eventBytes: body => Buffer.from(body.toString().replace('{', '{ ')) },
    hooks: signing(({ body }) => ({ body: reserialised(body) })),
    alsoIntermittent: true,
  },
  'signs-with-wrong-secret': {
    requirement: 'signature.hmac',
    summary: 'Deliveries are signed with a secret that the receiver does not have.',
    hooks: signing(() => ({ secrets: ['whsec_another'] })),
    alsoIntermittent: true,
  },
  'signs-with-decoded-secret': {
    requirement: 'signature.hmac',
    summary: 'The HMAC key is the base64-decoded secret, not its text.',
    hooks: digesting((secret, t, body) =>
      createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
        .update(`${t}.`)
        .update(body)
        .digest('hex'),
    ),
  },
  'signs-body-only': {
    requirement: 'signature.hmac',
    summary: 'The signature is over the body alone, without t.',
    hooks: digesting((secret, _, body) => createHmac('sha256', secret).update(body).digest('hex')),
  },
  'signs-without-dot': {
    requirement: 'signature.hmac',
    summary: 'The signature is over t and the body without the dot between them.',
    hooks: digesting((secret, t, body) => createHmac('sha256', secret).update(t).update(body).digest('hex')),
  },
  'signs-body-before-t': {
    requirement: 'signature.hmac',
    summary: 'The signature is over the body, a dot and t.',
    hooks: digesting((secret, t, body) => createHmac('sha256', secret).update(body).update(`.${t}`).digest('hex')),
  },
  'signature-sha1': {
    requirement: 'signature.hmac',
    summary: 'v1 is an HMAC with SHA-1.',
    hooks: digesting(withAlgorithm('sha1')),
  },
  'signature-sha512': {
    requirement: 'signature.hmac',
    summary: 'v1 is an HMAC with SHA-512.',
    hooks: digesting(withAlgorithm('sha512')),
  },
  'signature-unkeyed': {
    requirement: 'signature.hmac',
    summary: 'v1 is a plain SHA-256 over the secret and the message, not an HMAC.',
    hooks: digesting((secret, t, body) => createHash('sha256').update(`${secret}${t}.`).update(body).digest('hex')),
  },
  'signature-truncated': {
    requirement: 'signature.hmac',
    summary: 'v1 is only the first half of the digest.',
    hooks: rewriting(hex => hex.slice(0, 32)),
  },
  'signature-uppercase-hex': {
    requirement: 'signature.lowercase-hex',
    summary: 'v1 is in uppercase hex.',
    hooks: rewriting(hex => hex.toUpperCase()),
  },
  'signature-base64': {
    requirement: 'signature.lowercase-hex',
    summary: 'v1 is in base64.',
    hooks: rewriting(hex => Buffer.from(hex, 'hex').toString('base64')),
  },
  'signature-header-missing': {
    requirement: 'signature.header',
    summary: 'Deliveries carry no signature header.',
    hooks: unsigned(() => true),
    alsoIntermittent: true,
  },
  'redelivery-unsigned': {
    requirement: 'webhook.signed',
    summary: 'Redeliveries carry no signature header.',
    hooks: unsigned(number => number > 1),
  },
  'signature-without-t': {
    requirement: 'signature.t',
    summary: 'The signature header has no t.',
    hooks: editingHeader(({ pairs }) => ({ pairs: pairs.filter(([name]) => name !== 't') })),
  },
  'signature-without-v1': {
    requirement: 'signature.v1',
    summary: 'The signature header has no v1.',
    hooks: editingHeader(({ pairs }) => ({ pairs: pairs.filter(([name]) => name !== 'v1') })),
  },
  'signature-v1-renamed': {
    requirement: 'signature.v1',
    summary: 'The digest is under sha256 instead of v1.',
    hooks: editingHeader(({ pairs }) => ({
      pairs: pairs.map(([name, value]) => [name === 'v1' ? 'sha256' : name, value]),
    })),
  },
  'signature-semicolons': {
    requirement: 'signature.pairs',
    summary: 'The pairs of the signature header are separated by semicolons.',
    hooks: editingHeader(() => ({ separator: ';' })),
  },
  'signature-spaces': {
    requirement: 'signature.pairs',
    summary: 'The pairs of the signature header are separated by spaces.',
    hooks: editingHeader(() => ({ separator: ' ' })),
  },
  'signature-t-stale': {
    requirement: 'signature.tolerance',
    summary: 't is ten minutes in the past.',
    hooks: signing(({ at }) => ({ at: at - TEN_MINUTES_MS })),
    alsoIntermittent: true,
  },
  'signature-t-future': {
    requirement: 'signature.tolerance',
    summary: 't is ten minutes in the future.',
    hooks: signing(({ at }) => ({ at: at + TEN_MINUTES_MS })),
  },
  'signature-t-stale-on-redelivery': {
    requirement: 'signature.tolerance',
    summary: 'Redeliveries carry a t that is ten minutes in the past.',
    hooks: signing(({ at }, number) => (number === 1 ? undefined : { at: at - TEN_MINUTES_MS })),
  },
  'signature-t-changed': {
    requirement: 'signature.hmac',
    summary: 't is not the value that was signed.',
    hooks: digesting((secret, t, body) => digest(secret, `${t}0`, body)),
  },
  'body-changed-after-signing': {
    requirement: 'signature.hmac',
    summary: 'The body is not the one that was signed.',
    hooks: {
      signedAttempt: attempt => ({
        ...attempt,
        body: Buffer.from(attempt.body.toString().replace('{', '{"replica":1,')),
      }),
    },
    alsoIntermittent: true,
  },
  'rotation-signs-with-old-only': {
    requirement: 'signature.rotation',
    summary: 'During rotation only the old secret signs.',
    hooks: signing(({ secrets }) => (secrets.length > 1 ? { secrets: secrets.slice(0, 1) } : undefined)),
  },
  'rotation-signs-with-new-only': {
    requirement: 'signature.rotation',
    summary: 'During rotation only the new secret signs.',
    hooks: signing(({ secrets }) => (secrets.length > 1 ? { secrets: secrets.slice(-1) } : undefined)),
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

function withAlgorithm(algorithm: string): Signing['digest'] {
  return (secret, t, body) => createHmac(algorithm, secret).update(`${t}.`).update(body).digest('hex');
}

function editingHeader(edit: (header: SignatureHeader) => Partial<SignatureHeader>): FaultHooks {
  return { signatureHeader: header => ({ ...header, ...edit(header) }) };
}
