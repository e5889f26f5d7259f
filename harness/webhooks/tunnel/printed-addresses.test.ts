import { expect, test } from 'vitest';
import { fakeWorld } from '../../testing/fake-world.ts';
import { PRESETS, printedAddresses } from './program-connection.ts';

const read = (text: string, ...rest: Parameters<typeof printedAddresses> extends [unknown, ...infer R] ? R : never) => {
  const world = fakeWorld();
  const addresses = printedAddresses(world, ...rest);
  addresses.reader()(text);
  world.advance(300);
  return addresses.found;
};

test('Addresses in the output of a program are found despite colours, punctuation and unfinished lines', () => {
  expect(read('see \u001b[4mhttps://a.test/docs\u001b[0m. Or <http://b.test:81>,\r\nurl="https://c.test/"')).toEqual([
    'https://a.test/docs',
    'http://b.test:81',
    'https://c.test',
  ]);
});

test('Addresses in the output of a program are used only once a later write completes them', () => {
  const world = fakeWorld();
  const addresses = printedAddresses(world);
  const take = addresses.reader();
  take('at https://a.tunn');
  world.advance(299);
  take('el.test now');
  world.advance(300);
  expect(addresses.found).toEqual(['https://a.tunnel.test']);
});

test('Addresses in the output of a program are not split by the output of another stream', () => {
  const world = fakeWorld();
  const addresses = printedAddresses(world);
  const [out, err] = [addresses.reader(), addresses.reader()];
  out('at http://a.t');
  err('forwarding\n');
  out('est\n');
  expect(addresses.found).toEqual(['http://a.test']);
});

test('Addresses in the output of a program are ignored with a query, and only the first fifty are kept', () => {
  expect(read('https://a.test/login?next=x ')).toEqual([]);
  expect(read(Array.from({ length: 90 }, (_, index) => `http://h${index}.test\n`).join(''))).toHaveLength(50);
});

test.each([
  [
    'cloudflared',
    'INF https://developers.cloudflare.com/x https://api.trycloudflare.com\n|  https://a-b-c.trycloudflare.com  |',
    'https://a-b-c.trycloudflare.com',
  ],
  [
    'ngrok',
    't=1 lvl=info msg="started tunnel" name=command_line addr=http://127.0.0.1:1 url=https://x.ngrok-free.app',
    'https://x.ngrok-free.app',
  ],
  [
    'localhost.run',
    'docs: https://localhost.run/docs/\nab12.lhr.life tunneled with tls termination, https://ab12.lhr.life',
    'https://ab12.lhr.life',
  ],
  ['serveo', 'Forwarding HTTP traffic from https://abc.serveo.net', 'https://abc.serveo.net'],
  ['pinggy', 'You are not authenticated.\nhttps://rnd-1-2.a.free.pinggy.link', 'https://rnd-1-2.a.free.pinggy.link'],
  ['localtunnel', 'your url is: https://abc.loca.lt', 'https://abc.loca.lt'],
  ['bore', 'INFO bore_cli::client: listening at bore.pub:12345', 'http://bore.pub:12345'],
  ['zrok', 'access your zrok share at https://abc123.share.zrok.io', 'https://abc123.share.zrok.io'],
  [
    'devtunnel',
    'Connect via browser: https://x1-80.euw.devtunnels.ms\nInspect: https://x1-80-inspect.euw.devtunnels.ms',
    'https://x1-80.euw.devtunnels.ms',
  ],
  ['tailscale', 'Available on the internet:\nhttps://m.tail1.ts.net/', 'https://m.tail1.ts.net'],
])('Addresses in the output of a program of %s are distinguished from its other output', (name, text, address) => {
  const { pattern = /./, template } = PRESETS[name] ?? {};
  expect(read(text, { pattern, ...(template !== undefined && { template }) })).toEqual([address]);
});
