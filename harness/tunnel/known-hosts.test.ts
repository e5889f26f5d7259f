import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { fingerprintOf, isKnownHost } from './known-hosts.ts';

const KEY = Buffer.from('a host key');
const BLOB = KEY.toString('base64');

function hashed(name: string): string {
  const salt = Buffer.from('salt');
  return `|1|${salt.toString('base64')}|${createHmac('sha1', salt).update(name).digest('base64')}`;
}

test.each([
  ['plain', `other ssh-rsa AAAA\ntunnel.test,10.0.0.1 ssh-ed25519 ${BLOB}\n`, 22, true],
  ['with its port', `[tunnel.test]:2222 ssh-ed25519 ${BLOB} a comment`, 2222, true],
  ['hashed', `${hashed('tunnel.test')} ssh-ed25519 ${BLOB}`, 22, true],
  ['under another port', `tunnel.test ssh-ed25519 ${BLOB}`, 2222, false],
  ['under another name', `${hashed('other.test')} ssh-ed25519 ${BLOB}`, 22, false],
  ['with another key', `tunnel.test ssh-ed25519 ${Buffer.from('other').toString('base64')}`, 22, false],
  ['as revoked', `@revoked tunnel.test ssh-ed25519 ${BLOB}`, 22, false],
])('a host that the file knows %s', (_, file, port, known) => {
  expect(isKnownHost(file, 'tunnel.test', port, KEY)).toBe(known);
});

test('A fingerprint has the form that OpenSSH prints', () => {
  expect(fingerprintOf(Buffer.alloc(0))).toBe('SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU');
});
