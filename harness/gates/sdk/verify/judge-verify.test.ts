import { expect, test } from 'vitest';
import { decodeQuestion, RIGHT, type Steps, verifyBy } from '../../mistakes/verifier.ts';
import type { Asker } from '../gate-case.ts';
import type { AdapterReply, Result, VerifyParams } from '../protocol.ts';
import { INJECTED_NOW } from '../signature-cases.ts';
import { largeBody } from './judge-verify.ts';

type Reply = AdapterReply<Result<'verify'>>;

const by =
  (steps: Partial<Steps>) =>
  (question: VerifyParams): Reply => ({
    kind: 'result',
    result: { accepted: verifyBy(steps, decodeQuestion(question)) === 'accepted' },
  });
const isLarge = ({ body }: VerifyParams) => body.length > 1_000_000;
const failing =
  (failure: 'error' | 'death') =>
  (question: VerifyParams): Reply =>
    isLarge(question) ? { kind: 'broke', failure, said: 'too long' } : by({})(question);
const cutAt = (most: number) => by({ body: body => body.subarray(0, most) });

test.each<readonly [sdk: string, reply: (question: VerifyParams) => Reply, causes: readonly string[]]>([
  ['reads all of it', by({}), []],
  ['signs its first mebibyte', cutAt(1 << 20), ['breach large-body-unread']],
  ['signs its first million bytes', cutAt(1_000_000), ['breach large-body-unread']],
  [
    'verifies none of it',
    question => (isLarge(question) ? { kind: 'result', result: { accepted: true } } : by({})(question)),
    ['breach large-body-unread'],
  ],
  [
    'refuses it',
    by({ body: body => (body.length > 1 << 20 ? Buffer.alloc(0) : body) }),
    ['advice open-body-refused: an unusual body'],
  ],
  ['throws on it', failing('error'), ['advice open-body-broke: an unusual body']],
  ['cannot read its line', failing('death'), ['advice adapter-death']],
  ['signs the beginning of any body', cutAt(65_536), []],
  ['accepts everything', by({ answers: () => true }), []],
  ['refuses everything', by({ digest: (...of) => RIGHT.digest(...of).toUpperCase() }), []],
])('A large body shows only problems of large bodies: an SDK that %s', async (_, reply, causes) => {
  const asker = { call: async (__: string, question: VerifyParams) => reply(question), now: () => INJECTED_NOW };
  const { problems } = await largeBody.ask(asker as unknown as Asker);
  expect(problems.map(({ severity, cause }) => `${severity} ${cause}`)).toEqual(causes);
});
