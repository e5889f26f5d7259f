import { expect, test } from 'vitest';
import { requirements } from '../../contract/requirements.ts';
import type { CaseRecord, Evidence, Headers, ScenarioRecord } from '../../evidence/evidence.ts';
import { aRun, writeDefault } from '../../testing/evidence.ts';
import { anExchange } from '../../testing/samples.ts';
import { endpointGate } from './gates.ts';

const URL = 'http://127.0.0.1:3000/webhooks';

/** The status of a requirement without evidence in a backend's gate. */
function unseen(id: string, offered: { credits?: boolean; restart?: boolean } = {}, more: Partial<Evidence> = {}) {
  const endpoint = { credits: false, restart: false, options: [], ...offered };
  const gate = { edition: 1, endpoint };
  const { evidence } = aRun(writeDefault, { target: { kind: 'endpoint', url: URL }, gate });
  const requirement = requirements().get(id);
  if (requirement === undefined) throw new Error(`there is no requirement ${id}`);
  return endpointGate({ ...evidence, ...more }, gate, endpoint).unseen(requirement);
}

test.each(['credit.once', 'signature.poison', 'signature.rotation', 'http.forms', 'http.keeps-working'])(
  '%s is not testable without --credits',
  id => expect(unseen(id)).toMatchObject({ status: 'not-testable', reason: expect.stringContaining('--credits') }),
);

test('The crash requirement is not testable without --restart', () => {
  const crash = unseen('credit.crash', { credits: true });
  expect(crash).toMatchObject({ status: 'not-testable', reason: expect.stringContaining('--restart') });
});

test('A case that was skipped leaves its requirement not exercised, with the reason', () => {
  const [from, to] = [0, 1];
  const scenario: ScenarioRecord = {
    ...{ id: 'credit.once', suite: 'credit', title: 'Credits once', from, to },
    ...{ outcome: 'skipped', reason: 'time ran out' },
  };
  const once = unseen('credit.once', { credits: true }, { scenarios: [scenario] });
  expect(once).toEqual({ status: 'not-exercised', reason: 'time ran out' });
});

test('Tolerance is not testable if the clock of the backend is two minutes ahead', () => {
  const { evidence } = aRun(writeDefault, {});
  const headers: Headers = [['Date', new Date(120_000).toUTCString()]];
  const answered = anExchange('x1', { response: { status: 200, headers, body: { size: 0, sha256: '' } } });
  const late = unseen('receiver.tolerance', { credits: true }, { exchanges: [...evidence.exchanges, answered] });
  expect(late).toEqual({ status: 'not-testable', reason: 'the clock of the backend is 120 s ahead' });
});

test('The handling of a second completion by a backend is a fact', () => {
  const seen: CaseRecord = { id: 'credit.once/second-event', method: 'credit', passed: [], problems: [] };
  const observed = { gap: 'receiver.second-completion', value: '2 credits' };
  const scenario: ScenarioRecord = { ...{ id: seen.id, suite: 'credit', title: '', from: 0, to: 1 }, outcome: 'done' };
  const { evidence } = aRun(writeDefault, { target: { kind: 'endpoint', url: URL } });
  const gate = { edition: 1, endpoint: { credits: true, restart: false, options: [] } };
  const kind = endpointGate(
    { ...evidence, cases: [{ ...seen, observed }], scenarios: [scenario] },
    gate,
    gate.endpoint,
  );
  expect(kind.facts).toMatchObject([{ ...observed, status: 'answered', evidence: [seen.id] }]);
});
