import { countsOf } from '../base/counts.ts';
import { bytesOf } from '../base/json.ts';
import type { Exchange, Journey } from '../evidence/evidence.ts';
import { ownCommand } from '../settings/own-command.ts';
import { repeatCase } from './kinds/run-kind.ts';
import type { NumberedFinding, RunIndex } from './run-index.ts';
import { visible, visibleLine } from './visible.ts';

interface FindingCommand {
  /** What it does, as a heading: `Drive its scenario again`. */
  readonly what: string;
  /** Lines for a POSIX shell. */
  readonly text: string;
}

/** The port of the sandbox in the two-shell recipe, and the API key that it accepts. */
const PORT = 4800;
const KEY = 'sk_test_sandbox';

/**
 * The commands that reproduce a finding, the most direct first: its scenario or case, then its request, which needs two
 * shells for the embedded sandbox. Empty if the finding has no such evidence.
 */
export function commandsOf(numbered: NumberedFinding, index: RunIndex): readonly FindingCommand[] {
  const again = againOf(numbered, index);
  return [...(again === undefined ? [] : [{ what: 'Drive it again', text: again }]), ...requestOf(numbered, index)];
}

/** The command that repeats a finding's scenario or case; `undefined` if it has neither. */
export function againOf({ finding }: NumberedFinding, index: RunIndex): string | undefined {
  const { run } = index.evidence;
  const [first = ''] = finding.evidence;
  if (run.gate) return repeatCase(run, index.scenarioOf(first) ?? first);
  const only = cheapest(countsOf(finding.evidence.flatMap(id => index.scenarioOf(id) ?? [])), index);
  if (only === undefined) return undefined;
  const options = ['--target', run.target.kind, '--only', only, '--seed', String(run.seed)];
  return ownCommand('run', ...options, ...deviations(index));
}

/**
 * The fastest of the scenarios that show a finding about as often per order as any. A scenario that shows it once may
 * show it by chance.
 */
function cheapest(sightings: ReadonlyMap<string, number>, { evidence: { journeys } }: RunIndex): string | undefined {
  const driven = Map.groupBy(journeys, ({ scenario }) => scenario);
  const seen = [...sightings].map(([scenario, count]) => {
    const own = driven.get(scenario) ?? [];
    const cost = own.reduce((sum, { from, to = from }) => sum + to - from, 0);
    return { scenario, count, cost, rate: count / Math.max(1, own.length) };
  });
  const often = seen.filter(({ count }) => count > 1);
  const most = Math.max(...often.map(({ rate }) => rate));
  const likely = often.filter(({ rate }) => rate >= most / 2);
  return (likely.length > 0 ? likely : seen).sort((a, b) => a.cost - b.cost || b.count - a.count)[0]?.scenario;
}

/** The next step for a finding, unless it only repeats the command of {@link againOf}. */
export function nextOf(numbered: NumberedFinding, index: RunIndex): string | undefined {
  const again = againOf(numbered, index);
  const { next } = numbered.finding;
  return again !== undefined && next?.endsWith(again) ? undefined : next;
}

/** The options for the sandbox's faults and dialect. */
function deviations({ evidence: { run } }: RunIndex): readonly string[] {
  return [
    ...(run.faults ?? []).flatMap(fault => ['--fault', fault]),
    ...(run.dialectFile === undefined ? [] : ['--dialect', run.dialectFile]),
  ];
}

/** The commands that send the request of a finding; empty for a gate, and for a finding without a request. */
function requestOf(numbered: NumberedFinding, index: RunIndex): readonly FindingCommand[] {
  if (index.evidence.run.gate) return [];
  const request = index.requestOf(numbered);
  if (request === undefined) return [];
  const { exchange, shown } = request;
  const { target } = index.evidence.run;
  const journey = index.view.journeyBy(exchange.id);
  const what = shown ? 'Send its request' : 'Send the request before it';
  const curl = curlOf(exchange, target.url, target.kind === 'embedded' ? journey?.order : undefined);
  if (target.kind === 'remote') return [{ what, text: curl }];
  const serve = ownCommand('sandbox', '--port', String(PORT), '--api-key', KEY, ...deviations(index));
  return [
    { what: 'Serve the sandbox in one shell', text: serve },
    { what: `${what} from another`, text: [...prepared(journey, exchange), curl].join('\n') },
  ];
}

/** The setup for a request to a new sandbox: its URL, its key, and an order after the same steps. */
function prepared(journey: Journey | undefined, { id }: Exchange): readonly string[] {
  const settings = `export SANDBOX_URL=http://127.0.0.1:${PORT} API_KEY=${KEY}`;
  if (journey === undefined) return [settings];
  const at = journey.steps.findIndex(({ exchange }) => exchange === id);
  return [
    settings,
    'ORDER=$(curl -sf -X POST "$SANDBOX_URL/_control/collection-orders?format=ids")',
    ...journey.steps.slice(0, Math.max(0, at)).map(({ event, receivedAmount, receivedNetwork }) => {
      const extra = [
        ...(receivedAmount === undefined ? [] : ['--received-amount', receivedAmount]),
        ...(receivedNetwork === undefined ? [] : ['--received-network', receivedNetwork]),
      ];
      return ownCommand('simulate', 'ORDER', event, ...extra).replace(' ORDER ', ' "$ORDER" ');
    }),
  ];
}

/** Headers that cURL writes itself, or that belong to the connection. */
const OWN = /^(content-length|transfer-encoding|connection|keep-alive|host|accept-encoding|user-agent)$/i;

/**
 * The request of an exchange as a cURL command for a POSIX shell: one option per line, every word quoted, redacted
 * secrets taken from the environment (`"$API_KEY"`). A body that a terminal could alter is written in base64.
 *
 * @param service, order the URL and the id that `$SANDBOX_URL` and `$ORDER` replace
 */
export function curlOf({ request }: Pick<Exchange, 'request'>, service?: string, order?: string): string {
  const { method, headers, body } = request;
  // Variables are marked like redacted secrets, and quoted together with them.
  const { url: sent } = request;
  const path = order === undefined ? sent : sent.replace(`/${encodeURIComponent(order)}/`, '/[redacted ORDER]/');
  const isOfService = service !== undefined && path.startsWith(service);
  const url = isOfService ? `[redacted SANDBOX_URL]${path.slice(service.length)}` : path;
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
