import { expect, test } from 'vitest';
import { tokensIn } from './secrets-of.ts';

test.each([
  ['ngrok http 80 --authtoken 2abcDEF', ['2abcDEF']],
  ["cloudflared tunnel run --token='eyJh.x'", ['eyJh.x']],
  ['NGROK_AUTHTOKEN=t0k ngrok http 80', ['t0k']],
  ['ssh -p 443 -R 0:{host}:{port} 9f8e7d6c5b4a3210@a.pinggy.io', ['9f8e7d6c5b4a3210']],
  ['ssh -R 80:{host}:{port} nokey@localhost.run', []],
  ['(agent --password p4ss; true)', ['p4ss']],
  ['lt --port {port}', []],
])('the secrets of `%s` are known', (command, tokens) => {
  expect(tokensIn(command)).toEqual(tokens);
});
