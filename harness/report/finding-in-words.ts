import { bytesOf } from '../base/json.ts';
import type { Exchange } from '../evidence/evidence.ts';
import { asText, diffOf } from './diff.ts';
import { leadsTo } from './rank-findings.ts';
import { againOf } from './reproduce.ts';
import { MOST_EVIDENCE, type NumberedFinding, type RunIndex } from './run-index.ts';
import { visible, visibleLine } from './visible.ts';
import { list, seen } from './wording.ts';

/** What is known of a finding besides its message, its diff and its evidence: names and sentences, in one order. */
export function detailsOf(numbered: NumberedFinding, index: RunIndex): readonly (readonly [string, string])[] {
  const { finding, requirements, hides, relation } = numbered;
  const { severity, likely, line, check, only } = finding;
  const details: readonly (readonly [name: string, words: string | undefined | false])[] = [
    ['with another', relation !== undefined && `it ${relation}`],
    ['requirement', requirements.join(', ')],
    ['only', only],
    ['leads to', leadsTo(finding)],
    ['likely cause', likely],
    ['next', nextOf(numbered, index)],
    ['reproduce', againOf(numbered, index)],
    ['contract', line !== undefined && `openapi/service.yaml, line ${line}`],
    ['hides', hides.join(', ')],
    ['found by', `the check ${check}: ${severity}, ${seen(finding)}`],
  ];
  return details.flatMap(([name, words]) => (words ? [[name, words] as const] : []));
}

/** A finding as lines for other tools. */
export function describeFinding(numbered: NumberedFinding, index: RunIndex): string {
  const { finding } = numbered;
  return [
    finding.message,
    ...diffOf(finding).map(asText),
    ...detailsOf(numbered, index).map(([name, words]) => `${name}: ${words}`),
    `evidence: ${list(finding.evidence, MOST_EVIDENCE)}`,
  ].join('\n');
}

/** The next step for a finding, unless it only repeats the command of {@link againOf}. */
function nextOf(numbered: NumberedFinding, index: RunIndex): string | undefined {
  const again = againOf(numbered, index);
  const { next } = numbered.finding;
  return again !== undefined && next?.endsWith(again) ? undefined : next;
}

/**
 * The request of a finding on a remote service as a cURL command, or the request before its webhook. `undefined` if it
 * has none. An embedded sandbox is gone after its run, which is driven again instead.
 */
export function requestOf(numbered: NumberedFinding, index: RunIndex): string | undefined {
  const { target } = index.evidence.run;
  const exchange = target.kind === 'remote' ? index.requestOf(numbered) : undefined;
  return exchange && curlOf(exchange, target.url);
}

/** Headers that cURL writes itself, or that belong to the connection. */
const OWN = /^(content-length|transfer-encoding|connection|keep-alive|host|accept-encoding|user-agent)$/i;

/**
 * The request of an exchange as a cURL command for a POSIX shell: one option per line, every word quoted, redacted
 * secrets taken from the environment (`"$API_KEY"`). A body that a terminal could alter is written in base64.
 *
 * @param service the URL that `$SANDBOX_URL` replaces
 */
export function curlOf({ request }: Pick<Exchange, 'request'>, service?: string): string {
  const { method, headers, body } = request;
  // A variable is marked like a redacted secret, and quoted together with it.
  const isOfService = service !== undefined && request.url.startsWith(service);
  const url = isOfService ? `[redacted SANDBOX_URL]${request.url.slice(service.length)}` : request.url;
  const words: string[] = ['curl --include'];
  if (method === 'HEAD') words.push('--head');
  else if (method !== 'GET') words.push(`--request ${/^[A-Z]+$/.test(method) ? method : quoted(method)}`);
  if (/[[\]{}]/.test(url.replace(REDACTED, ''))) words.push('--globoff');
  if (/\/\.\.?(\/|\?|$)/.test(url)) words.push('--path-as-is');
  words.push(quoted(safeUrl(url)));
  for (const [name, value] of headers) {
    if (!OWN.test(name)) words.push(`--header ${quoted(value === '' ? `${name};` : visibleLine(`${name}: ${value}`))}`);
  }
  if (body === undefined || bytesOf(body).length === 0) return words.join(' \\\n  ');
  if (!headers.some(([name]) => name.toLowerCase() === 'content-type')) words.push("--header 'Content-Type:'");
  if (body.text !== undefined && visible(body.text) === body.text) {
    return [...words, `--data-raw ${quoted(body.text)}`].join(' \\\n  ');
  }
  const bytes = `printf %s ${quoted(bytesOf(body).toString('base64'))} | base64 --decode |`;
  return [bytes, ...words, '--data-binary @-'].join(' \\\n  ');
}

/** The recorder's mark for a redacted secret. */
const REDACTED = /\[redacted ([A-Z][A-Z0-9_]*)\]/g;

function quoted(text: string): string {
  return text
    .split(REDACTED)
    .map((part, index) => (index % 2 === 1 ? `"$${part}"` : part === '' ? '' : `'${part.replaceAll("'", "'\\''")}'`))
    .join('');
}

/** A URL with invisible characters percent-encoded, so that nothing unseen is pasted. */
function safeUrl(url: string): string {
  return Array.from(url.toWellFormed(), char => (visibleLine(char) === char ? char : encodeURIComponent(char))).join(
    '',
  );
}
