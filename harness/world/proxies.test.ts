import { expect, test } from 'vitest';
import { proxiesInWords, proxiesOf } from './proxies.ts';

test('The proxies of the environment are told without their credentials', () => {
  const env = {
    HTTPS_PROXY: 'http://me:pass_hidden@one.example:3128',
    http_proxy: 'http://two.example',
    HTTP_PROXY: 'x',
  };
  expect(proxiesOf(env)).toEqual([
    { name: 'HTTPS_PROXY', host: 'one.example:3128' },
    { name: 'HTTP_PROXY', host: 'two.example' },
  ]);
  expect(proxiesInWords({ HTTP_PROXY: 'http://two.example' })).toBe(
    'requests go through two.example (HTTP_PROXY), except to hosts in NO_PROXY',
  );
  expect(proxiesInWords({ HTTP_PROXY: '' })).toBeUndefined();
});

test.each(['localhost:3128', '127.0.0.1:3128', 'foo', 'ftp://proxy.example'])('A proxy %s is refused', address => {
  const refused = expect.objectContaining({
    code: 'proxy-invalid',
    kind: 'usage',
    message: `HTTP_PROXY is "${address}": give an http:// or https:// URL`,
  });
  expect(() => proxiesOf({ HTTP_PROXY: address })).toThrow(refused);
});
