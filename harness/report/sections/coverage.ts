import { documentedStatus, documentedStatuses, type OperationId, operationIds } from '../../contract/operations.ts';
import { METHODS } from '../../gates/sdk/protocol.ts';
import {
  type Block,
  code,
  fold,
  type Line,
  lead,
  onPage,
  type Section,
  small,
  strong,
  table,
  text,
} from '../blocks.ts';
import { messagesOf, type PageMessage } from '../html/messages.ts';
import type { RunIndex } from '../run-index.ts';
import { printable } from '../visible.ts';
import { cut } from '../wording.ts';

/** A table that counts messages by two of their properties. Each number is a link to the messages that it counts. */
interface Matrix {
  readonly title: string;
  readonly lead: string;
  /** What its rows and its columns are. */
  readonly axes: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly Line[] }[];
}

/** Answers by operation and status: documented and seen, documented but never seen, or seen but not documented. */
export function statusMatrix(messages: readonly PageMessage[]): Matrix {
  const calls = messages.filter(({ kind }) => kind === 'call');
  const isUnseen = (status: string) => !calls.some(({ http = '' }) => http.startsWith(status.charAt(0)));
  const documented = operationIds().flatMap(documentedStatuses);
  // A range is a column only if no status in it was seen. `default` stands for any status.
  const due = documented.filter(status => (/^\dXX$/.test(status) ? isUnseen(status) : status !== 'default'));
  const columns = [...new Set([...due, ...calls.flatMap(({ http = [] }) => http)])].sort();
  const count = counter(calls, ({ operation, http }) => `${operation} ${http}`);
  const cellOf = (operation: string, status: string): Line => {
    const seen = count(`${operation} ${status}`);
    if (!isOperation(operation) || status === 'none') return counted(seen, `operation:${operation} http:${status}`);
    if (seen === 0) return documentedStatuses(operation).includes(status) ? '○' : '';
    const isOdd = Number(status) > 0 && documentedStatus(operation, Number(status)) === undefined;
    return counted(seen, `operation:${operation} http:${status}`, isOdd);
  };
  return matrix(
    'Answers: endpoint by status',
    '○ documented and never seen; ! seen and not documented; none: no documented route, or no answer.',
    'endpoint ↓ status →',
    [...operationIds(), ...(calls.some(({ operation }) => operation === 'none') ? ['none'] : [])],
    columns,
    cellOf,
  );
}

/** Webhooks by event type and the state of their signature. */
export function signatureMatrix(messages: readonly PageMessage[]): Matrix {
  const webhooks = messages.filter(({ kind }) => kind === 'webhook');
  const states = new Set(webhooks.flatMap(({ signature = [] }) => signature));
  const columns = ['verified', ...[...states].filter(state => state !== 'verified').sort()];
  const count = counter(webhooks, ({ event, signature }) => `${signature} ${event}`);
  return matrix(
    'Webhooks: event by signature',
    'A refused signature is named by what would have verified; “unknown” where nothing would.',
    'event ↓ signature →',
    [...new Set(webhooks.flatMap(({ event = [] }) => event))].sort(),
    columns,
    (event, signature) => {
      const search = `event:${quoted(event)} signature:${signature}`;
      return counted(count(`${signature} ${event}`), search, signature !== 'verified');
    },
  );
}

function matrix(
  title: string,
  lead: string,
  axes: string,
  rows: readonly string[],
  columns: readonly string[],
  cellOf: (row: string, column: string) => Line,
): Matrix {
  const named = rows.map(name => ({ name, cells: columns.map(column => cellOf(name, column)) }));
  return { title, lead, axes, columns, rows: named };
}

function counter(messages: readonly PageMessage[], keyOf: (message: PageMessage) => string): (key: string) => number {
  const groups = Map.groupBy(messages, keyOf);
  return key => groups.get(key)?.length ?? 0;
}

function isOperation(name: string): name is OperationId {
  return operationIds().some(id => id === name);
}

/** A value for a search: quoted, with `*` for characters that a search cannot contain. */
function quoted(value: string): string {
  const text = printable(value).replace(/["\n\t]/g, '*');
  return /\s/.test(text) ? `"${text}"` : text;
}

/** A number that opens the messages that it counts. @param isOdd whether they should not be there */
function counted(count: number, search: string, isOdd = false): Line {
  if (count === 0) return '';
  return { kind: 'link', to: `q=${encodeURIComponent(search)}`, line: `${isOdd ? '! ' : ''}${count}` };
}

/** The most characters of a row's name. */
const LONGEST = 60;

function matrixTable({ title, lead, axes, columns, rows }: Matrix): Block {
  const counts = rows.map(({ name, cells }) => [code(cut(name, LONGEST)), ...cells]);
  return fold(title, [text(lead), table([axes, ...columns], counts, 'matrix')], { open: true });
}

/** The coverage of the contract by the run. The facts `fields.presence` tell which fields were seen. */
export function coverageSection(index: RunIndex): Section | undefined {
  const messages = messagesOf(index);
  const matrices = [statusMatrix(messages), signatureMatrix(messages)].filter(({ rows }) => rows.length > 0);
  if (index.summary.gate !== undefined || messages.length === 0) return undefined;
  const words = lead([
    'What was never seen is no breach; nothing is known of it.',
    onPage(' Each number opens what it counts.'),
  ]);
  return { id: 'coverage', title: 'Coverage', blocks: [words, ...matrices.map(matrixTable)] };
}

/** The coverage of the adapter protocol by a gate: each method, and the results of its cases. */
export function methodsSection(index: RunIndex): Section | undefined {
  const listed: readonly string[] | undefined = index.summary.gate?.adapter?.methods;
  if (listed === undefined) return undefined;
  const methods = [...new Set([...METHODS, ...index.evidence.cases.map(({ method }) => method)])];
  const rows = methods.map(method => [
    code(method),
    listed.includes(method) ? 'listed by the adapter' : 'not listed, so not covered',
    outcomes(method, index),
  ]);
  const count = `${METHODS.filter(method => listed.includes(method)).length} of ${METHODS.length}`;
  const blocks = [table(['Method', 'Adapter', 'Cases'], rows)];
  return { id: 'methods', title: 'Coverage of the protocol', short: 'Protocol', count, blocks };
}

/** The results of the cases of a method. */
function outcomes(method: string, { evidence, scenarios }: RunIndex): Line {
  const own = new Set(evidence.cases.filter(one => one.method === method).map(({ id }) => id));
  const cases = scenarios.filter(({ id }) => own.has(id));
  const failed = cases.filter(({ status }) => status === 'failed').length;
  const passed = cases.filter(({ status }) => status === 'passed').length;
  if (cases.length === 0) return small('none asked');
  return [strong(`✓ ${passed} passed`, 'good'), failed > 0 && [' ', strong(`✗ ${failed} failed`, 'bad')]];
}
