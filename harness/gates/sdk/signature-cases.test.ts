import { expect, test } from 'vitest';
import { verifySignature } from '../../webhooks/signature.ts';
import type { SignatureCase } from './cases/draft.ts';
import { signatureCases } from './signature-cases.ts';
import { verifyQuestion } from './verify/judge-verify.ts';

const CASES = signatureCases();

const rightAnswer = ({ expected, choice }: SignatureCase) => (expected === 'open' ? choice : expected);

test.each(CASES.map(each => [each.id, each] as const))(
  '%s is complete, and the harness answers it rightly',
  (_, each) => {
    const { id, title, header, body, secrets, now, toleranceSeconds, expected, choice, reason, why } = each;
    expect(id).toMatch(/^[a-z-]+\/\S+$/);
    for (const text of [title, why]) expect(text).toMatch(/\S/);
    for (const line of [header ?? []].flat()) expect(line).toMatch(/^[\0-\xff]*$/);
    expect(Buffer.from(body, 'base64').toString('base64')).toBe(body);
    expect(secrets.every(secret => typeof secret === 'string')).toBe(true);
    expect(Number.isSafeInteger(now)).toBe(true);
    expect(toleranceSeconds).toBeGreaterThanOrEqual(0);
    expect(choice === undefined).toBe(expected !== 'open');
    expect(reason === undefined).toBe(rightAnswer(each) === 'accept');
    // Only open cases have another tolerance.
    if (expected !== 'open') expect(toleranceSeconds).toBe(300);
    const message = { header, body: Buffer.from(body, 'base64'), secrets, now: now * 1000, toleranceSeconds };
    const right = rightAnswer(each) === 'accept' ? { accepted: true } : { accepted: false, reason };
    expect(verifySignature(message)).toMatchObject(right);
  },
);

test('No two signature cases ask the same question', () => {
  const asked = ({ header, body, secrets, now, toleranceSeconds }: SignatureCase) =>
    JSON.stringify([header, body, secrets, now, toleranceSeconds]);
  const twins = CASES.filter((each, index) => CASES.findIndex(other => asked(other) === asked(each)) !== index);
  expect(twins.map(({ id }) => id)).toEqual([]);
});

test.each([
  ['tolerance/now', { kind: 'result', result: { accepted: false } }, 'The customer is not credited.'],
  // The requirement binds the service: its sentence says nothing about SDKs.
  ['rotation/new-then-old', { kind: 'result', result: { accepted: false } }, 'The customer is not credited.'],
  [
    'tolerance/3600-s-ago',
    { kind: 'broke', failure: 'error', said: '' },
    expect.stringContaining('make the handler fail'),
  ],
  // If an SDK wrongly accepts, the requirement states the consequence.
  ['tolerance/3600-s-ago', { kind: 'result', result: { accepted: true } }, undefined],
] as const)('The consequence of a wrong answer to %s depends on the answer', (id, reply, leadsTo) => {
  const each = CASES.find(one => one.id === id);
  const [problem] = each ? verifyQuestion(each).judge(reply).problems : [];
  expect(problem?.severity).toBe('breach');
  expect(problem?.leadsTo).toEqual(leadsTo);
});
