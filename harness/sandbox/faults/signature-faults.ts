import type { Fault } from './fault.ts';

/** Faults of the signature header (Events, Signature header). */
export const SIGNATURE_FAULTS: readonly Fault[] = [
  {
    name: 'signs-reserialised-body',
    requirement: 'signature.raw-body',
    summary: 'The signature is made over the body parsed and written again, not over the bytes that are sent.',
    hooks: {
      // A body that reads and writes to itself would hide the fault.
      encoded: body => Buffer.from(body.toString().replace('{', '{ ')),
      signed: signing => ({ ...signing, body: Buffer.from(JSON.stringify(JSON.parse(signing.body.toString()))) }),
    },
  },
];
