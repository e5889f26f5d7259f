import { createHash, createHmac } from 'node:crypto';
import { digest, type SignatureHeader, type Signing } from '../delivery/sign.ts';
import type { Fault, FaultHooks } from './fault.ts';

const TEN_MINUTES_MS = 600_000;

/** Faults of the signature header (Events, Signature header). */
export const SIGNATURE_FAULTS: readonly Fault[] = [
  {
    name: 'signs-reserialised-body',
    requirement: 'signature.raw-body',
    summary: 'The signature is made over the body parsed and written again, not over the bytes that are sent.',
    // A body that reads and writes to itself would hide the fault.
    groundwork: { encoded: body => Buffer.from(body.toString().replace('{', '{ ')) },
    hooks: signing(({ body }) => ({ body: reserialised(body) })),
    listedIntermittent: true,
  },
  {
    name: 'signs-with-wrong-secret',
    requirement: 'signature.hmac',
    summary: 'Deliveries are signed with a secret that the receiver was never given.',
    hooks: signing(() => ({ secrets: ['whsec_another'] })),
    listedIntermittent: true,
  },
  {
    name: 'signs-with-decoded-secret',
    requirement: 'signature.hmac',
    summary: 'The key is what the secret decodes to as base64, not its text.',
    hooks: digesting((secret, t, body) =>
      createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
        .update(`${t}.`)
        .update(body)
        .digest('hex'),
    ),
  },
  {
    name: 'signs-body-only',
    requirement: 'signature.hmac',
    summary: 'The signature is made over the body alone, without t.',
    hooks: digesting((secret, _, body) => createHmac('sha256', secret).update(body).digest('hex')),
  },
  {
    name: 'signs-without-dot',
    requirement: 'signature.hmac',
    summary: 'The signature is made over t and the body without the dot between them.',
    hooks: digesting((secret, t, body) => createHmac('sha256', secret).update(t).update(body).digest('hex')),
  },
  {
    name: 'signs-body-before-t',
    requirement: 'signature.hmac',
    summary: 'The signature is made over the body, a dot and t.',
    hooks: digesting((secret, t, body) => createHmac('sha256', secret).update(body).update(`.${t}`).digest('hex')),
  },
  {
    name: 'signature-sha1',
    requirement: 'signature.hmac',
    summary: 'v1 is an HMAC with SHA-1.',
    hooks: digesting(withAlgorithm('sha1')),
  },
  {
    name: 'signature-sha512',
    requirement: 'signature.hmac',
    summary: 'v1 is an HMAC with SHA-512.',
    hooks: digesting(withAlgorithm('sha512')),
  },
  {
    name: 'signature-unkeyed',
    requirement: 'signature.hmac',
    summary: 'v1 is a plain SHA-256 over the secret and the message, not an HMAC.',
    hooks: digesting((secret, t, body) => createHash('sha256').update(`${secret}${t}.`).update(body).digest('hex')),
  },
  {
    name: 'signature-truncated',
    requirement: 'signature.hmac',
    summary: 'v1 holds only the first half of the digest.',
    hooks: rewriting(made => made.slice(0, 32)),
  },
  {
    name: 'signature-uppercase-hex',
    requirement: 'signature.lowercase-hex',
    summary: 'v1 is written in uppercase hex.',
    hooks: rewriting(made => made.toUpperCase()),
  },
  {
    name: 'signature-base64',
    requirement: 'signature.lowercase-hex',
    summary: 'v1 is written in base64.',
    hooks: rewriting(made => Buffer.from(made, 'hex').toString('base64')),
  },
  {
    name: 'signature-header-missing',
    requirement: 'signature.header',
    summary: 'Deliveries carry no signature header.',
    hooks: {
      dispatched: (attempt, { signatureHeader }) => {
        const { [signatureHeader]: _, ...headers } = attempt.headers;
        return { ...attempt, headers };
      },
    },
    listedIntermittent: true,
  },
  {
    name: 'redelivery-unsigned',
    requirement: 'webhook.signed',
    summary: 'Redeliveries carry no signature header.',
    hooks: {
      dispatched: (attempt, { signatureHeader, number }) => {
        const { [signatureHeader]: _, ...headers } = attempt.headers;
        return number === 1 ? undefined : { ...attempt, headers };
      },
    },
  },
  {
    name: 'signature-without-t',
    requirement: 'signature.t',
    summary: 'The signature header has no t.',
    hooks: heading(({ pairs }) => ({ pairs: pairs.filter(([name]) => name !== 't') })),
  },
  {
    name: 'signature-without-v1',
    requirement: 'signature.v1',
    summary: 'The signature header has no v1.',
    hooks: heading(({ pairs }) => ({ pairs: pairs.filter(([name]) => name !== 'v1') })),
  },
  {
    name: 'signature-v1-renamed',
    requirement: 'signature.v1',
    summary: 'The digest is in sha256, not in v1.',
    hooks: heading(({ pairs }) => ({ pairs: pairs.map(([name, value]) => [name === 'v1' ? 'sha256' : name, value]) })),
  },
  {
    name: 'signature-semicolons',
    requirement: 'signature.pairs',
    summary: 'The pairs of the signature header are separated by semicolons.',
    hooks: heading(() => ({ separator: ';' })),
  },
  {
    name: 'signature-spaces',
    requirement: 'signature.pairs',
    summary: 'The pairs of the signature header are separated by spaces.',
    hooks: heading(() => ({ separator: ' ' })),
  },
  {
    name: 'signature-t-stale',
    requirement: 'signature.tolerance',
    summary: 't lies ten minutes in the past.',
    hooks: signing(({ at }) => ({ at: at - TEN_MINUTES_MS })),
    listedIntermittent: true,
  },
  {
    name: 'signature-t-future',
    requirement: 'signature.tolerance',
    summary: 't lies ten minutes in the future.',
    hooks: signing(({ at }) => ({ at: at + TEN_MINUTES_MS })),
  },
  {
    name: 'signature-t-stale-on-redelivery',
    requirement: 'signature.tolerance',
    summary: 'Redeliveries carry a t that lies ten minutes in the past.',
    hooks: {
      signed: (made, { number }) => (number === 1 ? undefined : { ...made, at: made.at - TEN_MINUTES_MS }),
    },
  },
  {
    name: 'signature-t-changed',
    requirement: 'signature.hmac',
    summary: 't is not the one that was signed.',
    hooks: digesting((secret, t, body) => digest(secret, `${t}0`, body)),
  },
  {
    name: 'body-changed-after-signing',
    requirement: 'signature.hmac',
    summary: 'The body is not the one that was signed.',
    hooks: {
      dispatched: attempt => ({ ...attempt, body: Buffer.from(attempt.body.toString().replace('{', '{"replica":1,')) }),
    },
    listedIntermittent: true,
  },
  {
    name: 'rotation-signs-with-old-only',
    requirement: 'signature.rotation',
    summary: 'During rotation only the old secret signs.',
    hooks: signing(({ secrets }) => (secrets.length > 1 ? { secrets: secrets.slice(0, 1) } : undefined)),
  },
  {
    name: 'rotation-signs-with-new-only',
    requirement: 'signature.rotation',
    summary: 'During rotation only the new secret signs.',
    hooks: signing(({ secrets }) => (secrets.length > 1 ? { secrets: secrets.slice(-1) } : undefined)),
  },
];

function reserialised(body: Buffer): Buffer {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(body.toString())));
  } catch {
    return body; // Another fault has made it no JSON.
  }
}

function signing(edit: (made: Signing) => Partial<Signing> | undefined): FaultHooks {
  return {
    signed: made => {
      const edited = edit(made);
      return edited === undefined ? undefined : { ...made, ...edited };
    },
  };
}

function digesting(made: Signing['digest']): FaultHooks {
  return signing(() => ({ digest: made }));
}

function rewriting(rewrite: (made: string) => string): FaultHooks {
  return signing(({ digest: right }) => ({ digest: (secret, t, body) => rewrite(right(secret, t, body)) }));
}

function withAlgorithm(algorithm: string): Signing['digest'] {
  return (secret, t, body) => createHmac(algorithm, secret).update(`${t}.`).update(body).digest('hex');
}

function heading(edit: (header: SignatureHeader) => Partial<SignatureHeader>): FaultHooks {
  return { headed: header => ({ ...header, ...edit(header) }) };
}
