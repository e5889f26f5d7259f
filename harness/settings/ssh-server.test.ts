import { expect, test } from 'vitest';
import { parseSshServer } from './ssh-server.ts';

const PIN = `SHA256:${'aB0+/'.repeat(8)}xyz`;

test('TUNNEL_SSH names a server, and all else has its default', () => {
  const named = { user: 'me', host: 'tunnel.test', bindHost: '', bindPort: 0 };
  expect(parseSshServer('me@tunnel.test')).toEqual(named);
});

test('TUNNEL_SSH takes every option', () => {
  expect(
    parseSshServer(`ssh://me@[::1]:2222 hostkey=${PIN} key=~/.ssh/k bind=[::]:8080 public=https://hooks.test/`),
  ).toEqual({
    user: 'me',
    host: '::1',
    port: 2222,
    hostKey: PIN,
    key: '~/.ssh/k',
    bindHost: '::',
    bindPort: 8080,
    publicUrl: 'https://hooks.test',
  });
  expect(parseSshServer('me@h bind=9000')).toMatchObject({ bindHost: '', bindPort: 9000 });
});

test.each([
  ['tunnel.test', 'user@host'],
  ['me@h hostky=x', '"hostky"'],
  ['me@h hostkey=MD5:aa', 'fingerprint'],
  ['me@h bind=70000', 'bind='],
  ['me@h public=tunnel.test', 'public='],
  ['me@h client=openssh', '"client"'],
])('TUNNEL_SSH set to `%s` is refused, and the message names the problem', (text, problem) => {
  expect(() => parseSshServer(text)).toThrow(problem);
});
