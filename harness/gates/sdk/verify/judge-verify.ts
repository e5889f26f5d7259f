import { isUtf8 } from 'node:buffer';
import { oncePerObject } from '../../../base/once.ts';
import type { CaseProblem } from '../../../evidence/evidence.ts';
import { explainRefusal, FAILED_RULES } from '../../../webhooks/explain-refusal.ts';
import { TOLERANCE_SECONDS } from '../../../webhooks/signature.ts';
import { causeFirst, leadsTo } from '../../causes.ts';
import { BODY, CURRENT, digest, draftAt, type SignatureCase, signed } from '../cases/draft.ts';
import {
  type Asker,
  asAdvice,
  type CaseResult,
  type Context,
  type GateCase,
  isOfAdapter,
  type KnownQuestion,
  put,
  type Question,
} from '../gate-case.ts';
import type { AdapterReply, Result } from '../protocol.ts';
import { INJECTED_NOW, requirementsOf, signatureCases, signatureCasesAt, TABLES } from '../signature-cases.ts';

/** How much of a header or a body is quoted, in characters. */
const QUOTED = 240;

const DOES = { accepted: 'accepts', refused: 'refuses', broke: 'fails on' } as const;

/** The question of a signature case. */
export function verifyQuestion(each: SignatureCase): Question<'verify'> {
  const { header, body, secrets, toleranceSeconds, now } = each;
  const params = { header, body, secrets, toleranceSeconds, now };
  return { method: 'verify', params, context: contextOf(each), judge: reply => judge(each, reply) };
}

/** What a consumer loses if an SDK answers an error instead of a refusal. */
const SENT_AGAIN = 'the endpoint answers an error instead of a refusal, and the service sends the webhook again';

/** Judges the answer to one signature: accepted, refused or broke. */
function judge(each: SignatureCase, reply: AdapterReply<Result<'verify'>>): CaseResult {
  const { outcome, said } = read(reply);
  const isOpen = each.expected === 'open';
  const [table = ''] = each.id.split('/');
  const want = (each.choice ?? each.expected) === 'accept' ? 'accepted' : 'refused';
  const [requirement = '', ...also] = requirementsOf(each);
  if (outcome === want) return { passed: isOpen ? [] : [requirement, ...also], problems: [] };
  const topic = reply.kind === 'broke' && want === 'refused' ? openTopic(each) : undefined;
  const shown = { requirement, severity: 'breach', received: said } as const;
  if (!isOpen && topic === undefined) {
    const problem: CaseProblem = {
      ...shown,
      ...(also.length > 0 && { also }),
      cause: outcome,
      message: `the SDK ${DOES[outcome]} a ${want === 'accepted' ? 'valid webhook' : 'webhook that must be refused'}`,
      expected: `${want}: ${each.why}${want === 'refused' ? failedRule(each) : ''}`,
      ...leadsTo(want === 'accepted' ? 'lost' : outcome === 'broke' ? 'thrown' : 'forbidden', requirement),
    };
    return { passed: [], problems: [problem] };
  }
  const { open } = TABLES[table] ?? {};
  const ownTopic = want === 'accepted' ? openTopic(each) : severalT(each);
  const varied = topic ?? ownTopic ?? open?.varied(each) ?? 'what is not specified';
  const due = want === 'accepted' ? 'accept' : 'refuse';
  const advised = {
    ...shown,
    cause: `open-${table}-${outcome}: ${varied}`,
    message: `the SDK ${DOES[outcome]} ${varied}; ${due} it, as most verifiers do`,
    expected: `${want}, the safer choice, as nothing is specified: ${each.why}`,
  };
  const loses = { accepted: open?.ifAccepted, refused: open?.ifRefused, broke: SENT_AGAIN }[outcome];
  return { passed: [], problems: [asAdvice(advised, loses)] };
}

function read(reply: AdapterReply<Result<'verify'>>) {
  if (reply.kind === 'broke') return { outcome: 'broke', said: `${reply.failure}: ${reply.said}` } as const;
  const { accepted, reason } = reply.result;
  if (accepted) return { outcome: 'accepted', said: 'accepted' } as const;
  const why = typeof reason === 'string' ? ` (${reason.slice(0, 200)})` : '';
  return { outcome: 'refused', said: `refused${why}` } as const;
}

/**
 * The open question that a case touches besides its own (INTERFACE, The SDK adapter); `undefined` if none. An SDK that
 * fails instead of refusing then gets advice, because it may have chosen to refuse that way. Input that anybody can
 * send without a secret, such as a header without pairs, is not an open question: an SDK has to refuse it without
 * throwing.
 */
function openTopic({ header, secrets }: SignatureCase): string | undefined {
  if (header !== null && typeof header !== 'string') return linesOf(header);
  if (secrets.length === 0 || secrets.includes('')) return 'an empty secret';
  const text = header ?? '';
  if (text.length > 8192) return 'a header over 8 KiB';
  const isSpaced = text.split(',').some(element => /^[ \t]|[ \t]$/.test(element));
  return severalT({ header: text }) ?? (isSpaced ? 'white space around pairs' : undefined);
}

/** A header of several lines, in words. */
const linesOf = (header: readonly string[]) =>
  header[0] && header[0] === header[1] ? 'a header line that comes twice' : 'a header array';

/** How a header repeats `t`, in words; `undefined` if it does not. */
function severalT({ header }: Pick<SignatureCase, 'header'>): string | undefined {
  const elements = [header ?? ''].flat().join().split(',');
  const all = elements.filter(element => element.startsWith('t='));
  if (all.length < 2) return undefined;
  const line = Array.isArray(header) ? ', on another line' : '';
  return new Set(all).size === 1 ? 'a t that appears twice' : `a second t that differs${line}`;
}

/** The rule that a delivery breaks, and what its digest was made from, if that is a common mistake. */
const failedRule = oncePerObject(({ reason, body, now, ...rest }: SignatureCase): string => {
  if (reason === undefined) return '';
  const likely = explainRefusal({ ...rest, body: Buffer.from(body, 'base64'), now: now * 1000 }, reason);
  return ` (${FAILED_RULES[reason].rule}${likely === undefined ? '' : `; ${likely}`})`;
});

/** The question for a human reader. Secrets are counted, not named. */
function contextOf({ title, header, body, secrets, now, toleranceSeconds }: SignatureCase): Context {
  const tolerance = toleranceSeconds === TOLERANCE_SECONDS ? '' : `, tolerance ${toleranceSeconds} s`;
  const bytes = Buffer.from(body, 'base64');
  return [
    { name: 'case', value: title },
    { name: 'header', value: quote(typeof header === 'string' ? asItIs(header) : JSON.stringify(header)) },
    { name: 'body', value: quote(isUtf8(bytes) ? asItIs(bytes.toString()) : `base64 ${body}`) },
    { name: 'now', value: `${now}${tolerance}` },
    ...(secrets.length === 1 ? [] : [{ name: 'secrets', value: String(secrets.length) }]),
  ];
}

/** A text as it is if a line shows all of it, otherwise as JSON, which shows white space at its ends. */
function asItIs(text: string): string {
  return /^[!-~](?:[ -~]*[!-~])?$/.test(text) ? text : JSON.stringify(text);
}

function quote(text: string): string {
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}… (${text.length} in all)` : text;
}

/** The least distance from an edge of the tolerance for an SDK with the system clock, in seconds. */
const MARGIN_SECONDS = 60;

/** A case that needs no exact clock: while a clock runs, it comes closer to `t`. */
const FAR_AHEAD = 'tolerance/299-s-ahead';

/** Whether a case shows that an SDK reads its clock only once, when it starts. It shows this best late in a gate. */
export function showsStoppedClock({ id }: Pick<GateCase, 'id'>): boolean {
  return id === `verify/${FAR_AHEAD}`;
}

/** The signature cases as questions. @param systemClock leaves out those that need an exact clock */
export function knownSignatures(systemClock = false): readonly KnownQuestion[] {
  return signatureCases()
    .filter(each => !systemClock || each.id === FAR_AHEAD || !needsExactClock(each))
    .map(each => ({
      id: `verify/${each.id}`,
      method: 'verify',
      title: each.title,
      at: now => verifyQuestion(signatureCasesAt(now).get(each.id) ?? each),
    }));
}

/** Whether one second more or less could change the answer, or the case needs another clock or tolerance. */
function needsExactClock({ id, header, now, toleranceSeconds }: SignatureCase): boolean {
  if (
    now !== INJECTED_NOW ||
    toleranceSeconds !== TOLERANCE_SECONDS ||
    (id.startsWith('incomplete/') && /-(now|now-in-ms)$/.test(id))
  )
    return true;
  const seconds = [header ?? []]
    .flat()
    .flatMap(line => [...line.matchAll(/t=(\d{10})(?!\d)/g)].map(([, t]) => Number(t)));
  return seconds.some(t => Math.abs(Math.abs(now - t) - toleranceSeconds) < MARGIN_SECONDS);
}

/** Limits at which readers of a body may stop, in bytes. `body/large` covers smaller ones. */
const STOPS = [250, 256, 500, 512, 1000, 1024, 2000, 2048].flatMap(many => [many * 1000, many * 1024]);

/** A body that exceeds every limit. */
const LARGE = Buffer.from(JSON.stringify({ id: 'evt_1', pad: 'x'.repeat(Math.max(...STOPS)) }));

/** A body of the size of `body/large`, which every SDK has to read. */
const SMALLER = LARGE.subarray(0, 200_000);

/** Two webhooks at `now`, each with a large body, and again with a smaller one. */
function webhooksAt(now: number) {
  const { header, open, reject, T } = draftAt('body', now);
  const over = (body: Buffer, stops: readonly number[]) =>
    header(...stops.map(stop => digest(CURRENT, T, body.subarray(0, stop))));
  return {
    /** Signatures over the start of the body only, one per limit. */
    cut: reject('signature-mismatch', 'the whole body is signed, however large it is', {
      large: ['a body of two megabytes, signed up to a limit', over(LARGE, STOPS), { body: LARGE }],
      small: ['a small body, signed up to its middle', over(BODY, [BODY.length >> 1])],
    }),
    /** A correct signature. The specification sets no limit, so an SDK may have one. */
    sound: open('accept', 'the whole body is signed; no limit of its size is specified', {
      large: ['a body of two megabytes', signed(T, LARGE), { body: LARGE }],
      small: ['a smaller body', signed(T, SMALLER), { body: SMALLER }],
    }),
  };
}

/** The case with a body of megabytes. There is one, because it takes time; it is no vector, because of its size. */
export const largeBody: GateCase = {
  id: 'verify/body/megabytes',
  method: 'verify',
  title: 'a body of two megabytes, signed up to a limit, and signed whole',
  ask: async asker => {
    const { cut, sound } = webhooksAt(asker.now());
    const forged = await judgeLarge(cut, asker);
    return forged.problems.length > 0 ? forged : { ...forged, problems: (await judgeLarge(sound, asker)).problems };
  },
};

const KEPT_BUSY = 'anybody can keep the receiver busy, or end it: such a request needs no secret';

/** Reports problems that only a large body has. Other cases cover the rest. */
async function judgeLarge(cases: readonly SignatureCase[], asker: Asker): Promise<CaseResult> {
  const [large, small] = cases as readonly [SignatureCase, SignatureCase];
  const judged = await put(verifyQuestion(large), asker);
  const [problem] = judged.problems;
  if (problem === undefined) return judged;
  // An adapter may be unable to read such a line.
  if (isOfAdapter(problem)) return { passed: [], problems: [asAdvice(problem, KEPT_BUSY)] };
  const alike = await put(verifyQuestion(small), asker);
  if (alike.problems.length > 0) return { passed: [], problems: [] };
  if (large.expected === 'open') return judged;
  // An SDK may report a size limit as an error.
  return { passed: [], problems: problem.cause === 'accepted' ? [unread(problem)] : [] };
}

function unread({ answered: _, ...problem }: CaseProblem): CaseProblem {
  const likely = 'it verifies only the beginning of a large body, or none of it: anything may follow';
  return { ...problem, cause: 'large-body-unread', message: causeFirst(likely, problem.message), likely };
}
