import { countsOf } from '../base/counts.ts';
import { bytesOf } from '../base/json.ts';
import { oncePerKey, oncePerObject } from '../base/once.ts';
import type { Evidence, Exchange } from '../evidence/evidence.ts';
import type { View } from '../evidence/view.ts';
import { type Finding, judge } from '../judgement/checks/judge.ts';
import { ownCommand } from '../settings/own-command.ts';
import { asText, diffOf } from './diff.ts';
import { repeatCase } from './kinds/run-kind.ts';
import { leadsTo } from './rank-findings.ts';
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

/** The command that repeats a finding's scenario or case; `undefined` if it has neither. */
export function againOf({ finding }: NumberedFinding, index: RunIndex): string | undefined {
  const { run } = index.evidence;
  const [first = ''] = finding.evidence;
  if (run.gate) return repeatCase(run, index.scenarioOf(first) ?? first);
  const scenarios = countsOf(finding.evidence.flatMap(id => index.scenarioOf(id) ?? []));
  if (scenarios.size === 0) return undefined;
  const only = byCost(scenarios, index).find(scenario => isShownAlone(finding, scenario, index));
  const options = ['--target', run.target.kind, ...(only ? ['--only', only] : []), '--seed', String(run.seed)];
  const faults = (run.faults ?? []).flatMap(fault => ['--fault', fault]);
  return ownCommand(
    'run',
    ...options,
    ...faults,
    ...(run.dialectFile === undefined ? [] : ['--dialect', run.dialectFile]),
  );
}

/**
 * The scenarios that show a finding, first those that show it about as often per order as any, and fastest first. A
 * scenario that shows it once may show it by chance.
 */
function byCost(sightings: ReadonlyMap<string, number>, { evidence: { journeys } }: RunIndex): readonly string[] {
  const driven = Map.groupBy(journeys, ({ scenario }) => scenario);
  const seen = [...sightings].map(([scenario, count]) => {
    const own = driven.get(scenario) ?? [];
    const cost = own.reduce((sum, { from, to = from }) => sum + to - from, 0);
    return { scenario, count, cost, rate: count / Math.max(1, own.length) };
  });
  const most = Math.max(...seen.map(({ count, rate }) => (count > 1 ? rate : 0)));
  const isLikely = ({ count, rate }: (typeof seen)[number]) => count > 1 && rate >= most / 2;
  const sorted = seen.sort((a, b) => Number(isLikely(b)) - Number(isLikely(a)) || a.cost - b.cost || b.count - a.count);
  return sorted.map(({ scenario }) => scenario);
}

/**
 * Whether a finding shows if its scenario is driven alone. What a service owes, for example, may show only in others.
 * Then the whole run is driven again.
 */
function isShownAlone(finding: Finding, scenario: string, { view }: RunIndex): boolean {
  return foundAlone(view)(scenario).some(
    ({ check, requirement, severity }) =>
      check === finding.check && requirement === finding.requirement && severity === finding.severity,
  );
}

/** What the evidence of one scenario shows by itself. */
const foundAlone = oncePerObject((view: View) =>
  oncePerKey((scenario: string) => judge(evidenceOf(scenario, view), [view.interpretation]).findings),
);

function evidenceOf(scenario: string, view: View): Evidence {
  const { evidence } = view;
  const exchanges = evidence.exchanges.filter(one => one.scenario === scenario);
  const deliveries = evidence.deliveries.filter(one => view.journeyOf(one)?.scenario === scenario);
  const ids = new Set([...exchanges, ...deliveries].map(({ id }) => id));
  return {
    ...evidence,
    ...{ exchanges, deliveries, journeys: evidence.journeys.filter(one => one.scenario === scenario) },
    waits: evidence.waits.filter(({ since }) => ids.has(since)),
  };
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
