import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The fingerprint of a host key as OpenSSH writes it: `SHA256:` and base64 without padding. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/** Whether a `known_hosts` file, plain or hashed, lists this key for this server. Revoked keys do not count. */
export function isKnownHost(file: string, host: string, port: number, key: Buffer): boolean {
  const name = port === 22 ? host : `[${host}]:${port}`;
  const wanted = key.toString('base64');
  return file.split('\n').some(line => {
    const [hosts = '', , blob] = line.trim().split(/\s+/);
    return !/^[#@]/.test(line) && blob === wanted && hosts.split(',').some(entry => isName(entry, name));
  });
}

function isName(entry: string, name: string): boolean {
  const [, salt, hash] = /^\|1\|([^|]+)\|(.+)$/.exec(entry) ?? [];
  if (salt === undefined || hash === undefined) return entry.toLowerCase() === name.toLowerCase();
  const own = createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest();
  const listed = Buffer.from(hash, 'base64');
  return own.length === listed.length && timingSafeEqual(own, listed);
}
