import { expect, test } from 'vitest';
import { ALLOWED_MS, aRun } from '../../testing/evidence.ts';
import { redelivery } from './redelivery.ts';
import { breachesIn } from './testing/breaches-in.ts';

// testing/findings/redelivery.txt shows what is found of other runs.

test('A redelivery is due if the sender hung up before it was answered', () => {
  const run = aRun();
  const answer = { kind: 'status', status: 503, refused: true, afterMs: 1_500 } as const;
  const refused = run.journey().deliver('a', { answer });
  const [from, to] = [refused.at + 1_000, refused.at + 6_000];
  const wait = { journey: 'j1', kind: 'redelivery', since: refused.id, allowed: ALLOWED_MS } as const;
  run.write({ type: 'wait', ...wait, from, to, outcome: 'missed', hungUp: true });
  const received = 'nothing in 5.0 s after 1.0 s without an answer';
  expect(breachesIn(redelivery, run)).toMatchObject([
    { message: 'a delivery that was left without an answer is not sent again', received },
  ]);
});

test('The finding about a redelivery that is sent to another address says so', () => {
  const run = aRun();
  const journey = run.journey();
  const [refused] = journey.refused('a', [{ status: 503 }]);
  if (refused) journey.redeliver(refused, { ours: false, path: '/' });
  const likely = 'the service sends it again, but to /';
  expect(breachesIn(redelivery, run)).toMatchObject([{ likely }]);
});
