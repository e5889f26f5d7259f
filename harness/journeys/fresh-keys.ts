import { createHmac } from 'node:crypto';

/**
 * Idempotency keys that no other run has, whatever its seed. With repeated keys, a service that keeps them would answer
 * a second run with the same seed from its memory of the first. @param secret random bytes, never from the seed
 */
export function freshKeys(secret: Buffer): () => string {
  let count = 0;
  return () => {
    const bytes = createHmac('sha256', secret).update(`idempotency key ${++count}`).digest().subarray(0, 16);
    // Version 4, variant 1 (RFC 9562).
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
}
