import { expect, test } from 'vitest';
import { HOSTILE } from '../report/testing/fixture.ts';
import { printableJson } from '../report/visible.ts';
import { watchedTerminal } from '../testing/watched-terminal.ts';
import { openTerminal, secretsOf, tokensIn } from './open-terminal.ts';

test('Printed JSON keeps its value, and nothing in it controls a terminal or a workflow', () => {
  const value = { [HOSTILE]: [HOSTILE, '##[error]x', '\u2028::error::', '\u{e0041}\u0085\u009b31m', 1, null] };
  const text = printableJson(value, 2);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|##\[|^\s*::/mu);
});

test('Text in an annotation cannot forge another workflow command', () => {
  const { host, written } = watchedTerminal(false);
  const message = 'a\n::error::forged\r\n##[add-mask]x\u001b]0;title\u0007%0A::set-output';
  openTerminal(host, []).annotate('out', { level: 'error', title: 'a:b,c\n::stop', message });
  const lines = written().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^::error title=a%3Ab%2Cc%0A[^:]*%3Astop::a%0A/);
  expect(lines[0]).not.toMatch(/##\[|\p{Cc}|%0A::error/u);
});

test.each([
  ['ngrok http 80 --authtoken 2abcDEF', ['2abcDEF']],
  ["cloudflared tunnel run --token='eyJh.x'", ['eyJh.x']],
  ['NGROK_AUTHTOKEN=t0k ngrok http 80', ['t0k']],
  ['ssh -p 443 -R 0:{host}:{port} 9f8e7d6c5b4a3210@a.pinggy.io', ['9f8e7d6c5b4a3210']],
  ['ssh -R 80:{host}:{port} nokey@localhost.run', []],
  ['(agent --password p4ss; true)', ['p4ss']],
  ['lt --port {port}', []],
  [`curl -H "Authorization: Bearer eyJ.a-b" -H 'X-API-Key: k3y-of-mine' https://h/orders`, ['k3y-of-mine', 'eyJ.a-b']],
  ['curl -u admin:hunter22 https://h', ['hunter22']],
  ['curl https://name:p%40ss@h/orders', ['p%40ss', 'p@ss']],
  [`curl -d '{"client_secret": "s3cr3t"}' https://h`, ['s3cr3t']],
  ['ngrok config add-authtoken 2abcDEF && ngrok http 80', ['2abcDEF']],
  ['curl -H "X-API-Key: $API_KEY" -d format=secret --silent', []],
  ['./order-with-token https://sandbox.example', []],
  ['./point-webhooks "$WEBHOOK_URL" && echo updated', []],
  ['echo "the bearer token is set"', []],
  [`curl -d '{"use_secret": true, "api_key": null, "token": 204}' https://h`, []],
  ['http --auth basic --token required https://h', ['required']],
  ['./notify firstname.lastname@mail.example', []],
  ['./point --password=letmein && echo updated', ['letmein']],
])('The secrets of `%s` are known', (command, tokens) => {
  expect(tokensIn(command)).toEqual(tokens);
});

test('Keys, proxy passwords and tokens in commands are secrets; ordinary words are not', () => {
  const env = {
    API_KEY: 'sk_test_1',
    SIGNING_SECRET: 'old1, new2',
    SANDBOX_URL: 'https://sandbox.example/v1',
    HTTPS_PROXY: 'http://me:pr0xy-pass@proxy.example:8080',
    ORDER_COMMAND: 'make-orders --token t0ken-of-orders',
    WEBHOOK_COMMAND: 'curl -u a:pa55word "$SANDBOX_URL"',
    DEPLOY_TOKEN: 'true',
    NGROK_AUTHTOKEN: 'ngrok-secret',
  };
  expect(secretsOf({ env, cwd: '/' }).map(({ value }) => value)).toEqual([
    ...['sk_test_1', 'old1', 'new2', 'pr0xy-pass', 't0ken-of-orders', 'pa55word', 'ngrok-secret'],
  ]);
});
