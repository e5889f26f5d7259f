import { briefly, header, jsonOf, readingsOf } from '../../base/json.ts';
import { isPreview } from '../../contract/operations.ts';
import { type Answered, isOk, OF_HTTP, OWN_ERRORS } from '../../evidence/answered.ts';
import { placesApart } from '../../evidence/difference.ts';
import type { Body, Headers } from '../../evidence/evidence.ts';
import { codingsIn } from '../../evidence/record/keep-body.ts';
import { namelessUnreadable } from '../../order/nameless.ts';
import { answered, asAdvice, isJudged, previewAnswers } from './answers.ts';
import { breach, type Check, type Judgement, pass } from './check.ts';

const JSON_MEDIA_TYPE = /^(?:application\/(?:[\w.+-]+\+)?|text\/)json\s*(?:;|$)/i;

/** A media type that names no format. The body is read as JSON, with less certainty. */
const NO_FORMAT = /^(?:text\/plain|application\/octet-stream)\s*(?:;|$)/i;

/** The requirements that a truncated response also breaks, by operation. */
const OK_BODY: { readonly [operation: string]: string | undefined } = {
  resolveBankAccount: 'enquiry.ok-body',
  getOnrampOrder: 'onramp.ok-body',
};

/**
 * Wire conventions: "Body format · JSON", for answers and webhooks. The Content-Type states the format (RFC 9110, 8.3),
 * so HTML is a breach even if the body can be read as JSON. Plain text or no Content-Type states no format: then the
 * look of the body decides. If the specification is silent (the response to simulate, answers of a web server), a body
 * may also be empty or text. An error page must not replace an error of the service.
 */
export const jsonBody: Check = {
  id: 'json-body',
  title: 'Bodies are complete JSON and declared as JSON',
  kind: 'safety',
  requirements: ['wire.json', 'enquiry.ok-body', 'onramp.ok-body'],
  *judge(view) {
    for (const answer of answered(view)) yield* judgeAnswer(answer);
    for (const answer of previewAnswers(view)) yield* asAdvice(judgeAnswer(answer));
    for (const exchange of view.evidence.exchanges) {
      if (exchange.failure?.kind !== 'cut' || !isJudged(exchange)) continue;
      if (view.troubled(exchange.sentAt, exchange.endedAt, exchange.id)) continue;
      const okBody = isOk(exchange.response?.status ?? 200) ? OK_BODY[exchange.operation ?? ''] : undefined;
      yield breach({
        requirement: 'wire.json',
        ...(okBody !== undefined && { also: [okBody] }),
        cause: 'cut',
        message: 'a response ends before its body is complete',
        expected: 'the whole body',
        received: `${exchange.response?.body.size ?? 0} bytes, then ${exchange.failure.message}`,
        likely: 'the service closes the connection early, or its Content-Length is too large',
        evidence: [exchange.id],
      });
    }
    const stray = namelessUnreadable(view).filter(delivery => view.journeyOf(delivery) === undefined);
    for (const delivery of [...view.deliveries, ...stray]) {
      // A long body that does not verify is not parsed, because only a part of it is kept.
      const isRead = delivery.body.cut === undefined || view.verifies(delivery);
      if (delivery.complete && isRead) yield* judgeBody(delivery.id, 'webhook', delivery.headers, delivery.body);
    }
  },
};

function* judgeAnswer({ id, operation, response }: Answered): Generator<Judgement> {
  const { status, headers, body } = response;
  if (status > 500 || body.size === 0) return;
  const preview = isPreview(operation);
  const open = preview ? !isOk(status) : OK_BODY[operation ?? ''] === undefined || OF_HTTP.has(status);
  const declared = header(headers, 'content-type');
  const isPage = !preview && operation !== undefined && OWN_ERRORS.has(status) && isHtml(body, declared);
  if (open && !isPage && !JSON_MEDIA_TYPE.test(declared ?? '')) return;
  yield* judgeBody(id, 'response', headers, body);
}

function* judgeBody(id: string, what: 'response' | 'webhook', headers: Headers, body: Body) {
  const declared = header(headers, 'content-type');
  const codings = body.decoded === undefined && body.size > 0 ? codingsIn(header(headers, 'content-encoding')) : [];
  if (codings.length > 0) {
    yield breach({
      requirement: 'wire.json',
      cause: `coding: ${what}`,
      message: `the body of a ${what} is not in the content coding that its header names`,
      expected: `a body in ${codings.join(', ')}, or no Content-Encoding`,
      received: `Content-Encoding: ${codings.join(', ')}, and ${briefly(body.text ?? body.base64)}`,
      likely: 'the header of a compressed response is kept after it was decompressed; clients cannot read the body',
      evidence: [id],
    });
  } else if (jsonOf(body) === undefined) {
    yield breach({
      requirement: 'wire.json',
      cause: `not JSON: ${what}`,
      message: `the body of a ${what} is not JSON`,
      expected: 'a JSON document',
      received: briefly(textOf(body)),
      ...causeOf(body, declared),
      evidence: [id],
    });
  } else if (declared === undefined ? what === 'response' : !JSON_MEDIA_TYPE.test(declared)) {
    // The header itself is promised for requests only.
    const isOpen = declared === undefined || NO_FORMAT.test(declared);
    if (isOpen) yield pass('wire.json', id);
    yield breach({
      requirement: 'wire.json',
      ...(isOpen && { severity: 'advice' as const }),
      cause: `media type: ${what}`,
      message: `the body of a ${what} is JSON, but not declared as JSON`,
      expected: 'Content-Type: application/json',
      received: declared === undefined ? 'no Content-Type' : `Content-Type: ${declared}`,
      evidence: [id],
    });
  } else {
    yield pass('wire.json', id);
    const [last, first] = readingsOf(body);
    const [place] = first === undefined ? [] : placesApart(first, last);
    if (place)
      yield breach({
        requirement: 'wire.json',
        severity: 'advice',
        cause: `twice: ${what}`,
        message: `an object in the body of a ${what} has a duplicate name with two values`,
        expected: 'each name once',
        received: `${place.at} is ${briefly(place.expected)}, then ${briefly(place.received)}`,
        next: 'parsers differ in which value they read; send each name once',
        evidence: [id],
      });
  }
}

function isHtml({ text }: Body, declared: string | undefined): boolean {
  return /^\s*</.test(text ?? '') || /^text\/html\b/i.test(declared ?? '');
}

/** Why a body is not JSON, if this shows. */
function causeOf(body: Body, declared: string | undefined): { readonly likely?: string } {
  if (isHtml(body, declared)) return { likely: 'an error page of the web server or of a proxy' };
  if (/[:[,]\s*-?(?:NaN|Infinity)\b/.test(body.text ?? ''))
    return { likely: 'an invalid number: JSON has no NaN and no Infinity' };
  if (isTruncated(body)) return { likely: TRUNCATED };
  const end = endOfJson(body.text ?? '');
  const rest = end !== undefined && briefly(body.text?.slice(end));
  if (rest) return { likely: `${rest} follows a complete document: a buffer may hold the end of a longer body` };
  if (body.base64 === undefined) return {};
  const is = body.base64.startsWith(GZIP)
    ? 'compressed with gzip, without Content-Encoding'
    : 'in another character encoding than UTF-8';
  return { likely: `the body is ${is}` };
}

/** Where a JSON document ends, if other characters follow it, as the parser reports it. */
function endOfJson(text: string): number | undefined {
  try {
    JSON.parse(text);
  } catch (error) {
    const [, position] = /after JSON at position (\d+)/.exec(String(error)) ?? [];
    return position === undefined ? undefined : Number(position);
  }
  return undefined;
}

/** The first bytes of a gzip member, 1f 8b 08 (RFC 1952), in base64. */
const GZIP = 'H4s';

/** Why a body ends early. */
export const TRUNCATED =
  'the body is truncated, for example by a Content-Length in characters: it begins as JSON and does not end';

/** Whether a body begins as JSON and does not end. */
export function isTruncated(body: Body): boolean {
  const text = textOf(body).trim();
  return jsonOf(body) === undefined && /^[[{]/.test(text) && !/[\]}]$/.test(text);
}

/** The text of a body. Invalid UTF-8 is replaced. */
function textOf({ text, base64 = '' }: Body): string {
  return text ?? Buffer.from(base64, 'base64').toString();
}
