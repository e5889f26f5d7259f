import type { CaseProblem } from '../../core/evidence.ts';
import type { Judged } from '../gate-case.ts';
import { verifyBy } from '../mistakes/verifier.ts';
import { VERIFIER_MISTAKES } from '../mistakes/verifier-mistakes.ts';
import type { Reply, Result } from '../protocol.ts';
import type { SignatureCase } from '../signature-case.ts';
import { openTopic } from './open-topic.ts';
import { writeQuestion } from './write-question.ts';

/** The requirement that each table asks about, where a delivery has to be accepted. */
const REQUIREMENTS: { readonly [table: string]: string } = {
  tolerance: 'receiver.tolerance',
  t: 'signature.t',
  'several-t': 'signature.t',
  candidates: 'receiver.any-v1',
  rotation: 'signature.rotation',
  secrets: 'signature.hmac',
  schemes: 'signature.hmac',
  others: 'signature.pairs',
  body: 'signature.raw-body',
  layout: 'signature.pairs',
};

/** The reasons of a refusal that are about time and not about the signature. */
const ABOUT_TIME: ReadonlySet<string> = new Set(['timestamp-too-old', 'timestamp-too-new']);

/** Judges the answer to one signature: accepted, refused and broke are three different things. */
export function judgeVerify(each: SignatureCase, reply: Reply<Result<'verify'>>): Judged {
  const { outcome, said } = read(reply);
  const want = each.expected === 'accept' ? 'accepted' : 'refused';
  const requirement = requirementOf(each);
  if (each.expected === 'open') {
    const own = each.choice === 'accept' ? 'accepted' : 'refused';
    const differs = outcome !== own;
    return { passed: [], problems: differs ? [advice(each, requirement, outcome, said, own)] : [] };
  }
  if (outcome === want) return { passed: requirementsOf(each, requirement), problems: [] };
  const topic =
    outcome === 'broke' && reply.kind === 'broke' && reply.failure === 'error' ? openTopic(each) : undefined;
  if (topic !== undefined && want === 'refused') {
    return { passed: [], problems: [advice(each, requirement, outcome, `${said} (over ${topic})`, 'refused')] };
  }
  const also = requirementsOf(each, requirement).slice(1);
  const problem: CaseProblem = {
    requirement,
    ...(also.length > 0 && { also }),
    severity: 'breach',
    cause: outcome,
    message: MESSAGES[want][outcome],
    expected: `${want}: ${each.why}`,
    received: `${writeQuestion(each)} → ${said}`,
    explainedBy: explanations(each, outcome),
  };
  return { passed: [], problems: [problem] };
}

const DOES = { accepted: 'accepts', refused: 'refuses', broke: 'breaks' } as const;

type VerifyOutcome = 'accepted' | 'refused' | 'broke';

const MESSAGES: { readonly [want in 'accepted' | 'refused']: { readonly [outcome in VerifyOutcome]: string } } = {
  accepted: {
    accepted: '',
    refused: 'the SDK refuses a sound webhook',
    broke: 'the SDK breaks on a sound webhook',
  },
  refused: {
    accepted: 'the SDK accepts a webhook that has to be refused',
    refused: '',
    broke: 'the SDK breaks where it has to refuse',
  },
};

function read(reply: Reply<Result<'verify'>>): { readonly outcome: VerifyOutcome; readonly said: string } {
  if (reply.kind === 'broke') return { outcome: 'broke', said: `${reply.failure}: ${reply.said}` };
  const { accepted, reason } = reply.result;
  if (accepted) return { outcome: 'accepted', said: 'accepted' };
  return { outcome: 'refused', said: typeof reason === 'string' ? `refused (${reason.slice(0, 200)})` : 'refused' };
}

function requirementOf({ id, expected, reason = '' }: SignatureCase): string {
  if (ABOUT_TIME.has(reason)) return 'receiver.tolerance';
  const own = REQUIREMENTS[id.split('/')[0] ?? ''] ?? 'receiver.rejects-mismatch';
  return expected === 'reject' && reason === 'signature-mismatch' ? 'receiver.rejects-mismatch' : own;
}

/** What a case shows where it is answered rightly: its own requirement, and those that it could not do without. */
function requirementsOf({ id, expected }: SignatureCase, requirement: string): readonly string[] {
  const table = REQUIREMENTS[id.split('/')[0] ?? ''] ?? requirement;
  const base = expected === 'accept' ? ['signature.hmac'] : ['receiver.rejects-mismatch'];
  return [...new Set([requirement, table, ...base])];
}

function advice(
  each: SignatureCase,
  requirement: string,
  outcome: VerifyOutcome,
  said: string,
  recommended: string,
): CaseProblem {
  return {
    requirement,
    severity: 'advice',
    cause: `open-${each.id.split('/')[0]}-${outcome}`,
    message: `the specification leaves it open: the SDK ${DOES[outcome]}; most verifiers would have ${recommended} it`,
    expected: `nothing is specified; ${recommended} is the safer choice: ${each.why}`,
    received: `${writeQuestion(each)} → ${said}`,
    explainedBy: explanations(each, outcome),
  };
}

/** The known mistakes that would answer a case as it was answered, and that the rules would not. */
function explanations(each: SignatureCase, outcome: VerifyOutcome): readonly string[] {
  return VERIFIER_MISTAKES.filter(({ steps }) => verifyBy(steps, each) === outcome).map(({ name }) => name);
}
