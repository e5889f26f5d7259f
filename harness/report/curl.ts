import { bytesOf } from '../base/json.ts';
import type { Exchange } from '../evidence/evidence.ts';
import { visible, visibleLine } from './visible.ts';

/** Headers that cURL writes by itself, or that belong to the connection. */
const OWN = /^(content-length|transfer-encoding|connection|keep-alive|host|accept-encoding|user-agent)$/i;

/**
 * The request of an exchange as a cURL command that can be pasted into a POSIX shell: one option a line, every word
 * quoted, redacted secrets taken from the environment (`"$API_KEY"`). A body that a terminal could not carry as it is
 * goes in as base64.
 *
 * @param named parts of the URL that variables stand for
 */
export function curlOf({ request }: Pick<Exchange, 'request'>, named: NamedParts = {}): string {
  const { method, headers, body } = request;
  const url = withNames(request.url, named);
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

/** Parts of a URL that are given by a variable of the shell. */
export interface NamedParts {
  /** The address of the service: `$SANDBOX_URL`. */
  readonly url?: string | undefined;
  /** The id of the collection order: `$ORDER`. */
  readonly order?: string | undefined;
}

/** A URL in which names stand as the recorder writes redacted secrets. */
function withNames(text: string, { url, order }: NamedParts): string {
  const path = order === undefined ? text : text.replace(`/${encodeURIComponent(order)}/`, '/[redacted ORDER]/');
  return url !== undefined && path.startsWith(url) ? `[redacted SANDBOX_URL]${path.slice(url.length)}` : path;
}

/** What the recorder writes in the place of a secret. */
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
