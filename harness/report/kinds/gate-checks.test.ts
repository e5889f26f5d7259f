import { expect, test } from 'vitest';
import { bodyOf } from '../../base/json.ts';
import type { CaseRecord, Exchange } from '../../evidence/evidence.ts';
import { anExchange } from '../../testing/samples.ts';
import { traitOf } from './gate-checks.ts';

/** A call of a client: its method, its status, and the body of the answer; `GET` alone where no answer came. */
function exchangeOf(call: string, id: string): Exchange {
  const [method = '', status, body = '{}'] = call.split(' ');
  const answer = { status: Number(status), headers: [], body: bodyOf(Buffer.from(body)) };
  const came = status === undefined ? { failure: { kind: 'dropped', message: '' } as const } : { response: answer };
  const request = { method, url: 'http://127.0.0.1/', headers: [] };
  const operation = method === 'GET' ? 'getOnrampOrder' : 'resolveBankAccount';
  return anExchange(id, { operation, request, scenario: id, ...came });
}

function traitIn(failed: readonly string[], passed: readonly string[]): string | undefined {
  const calls = [...failed, ...passed].map((call, nth) => exchangeOf(call, `client/${nth}`));
  const cases = calls.map(({ id }): CaseRecord => ({ id, method: 'getOnrampOrder', passed: [], problems: [] }));
  const byCase = Map.groupBy(calls, ({ scenario }) => scenario);
  return traitOf(cases.slice(0, failed.length), cases.slice(failed.length), byCase);
}

test.each<[trait: string | undefined, failed: readonly string[], passed: readonly string[]]>([
  ['with a GET', ['GET 200', 'GET 404'], ['POST 200']],
  ['where a success is answered with another status than 200', ['POST 202', 'POST 204'], ['POST 200']],
  ['where no answer comes, or one that breaks off', ['GET', 'POST'], ['GET 200', 'POST 200']],
  ['where the body of the answer is not JSON', ['GET 400 <p>', 'POST 200 <p>'], ['GET 400', 'POST 200']],
  [undefined, ['GET 200', 'POST 200'], ['GET 200', 'POST 200', 'POST 202']],
  [undefined, ['GET 200'], ['POST 200']],
])('What failed calls alone have in common: %s', (trait, failed, passed) => {
  expect(traitIn(failed, passed)).toBe(trait);
});
