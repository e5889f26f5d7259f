import { SIMULATE_EVENTS } from '../contract/lifecycle.ts';
import { documentedStatus, documentedStatuses, type OperationId, operationIds } from '../contract/operations.ts';
import type { PageMessage } from './html/messages.ts';
import { printable } from './visible.ts';

/** A cell of a matrix. */
export interface Cell {
  /** The messages that it counts. */
  readonly count: number;
  /** The search of the page that shows exactly these. */
  readonly search: string;
  /** `open`: possible and never seen; `odd`: seen, and not as documented; `seen`; `none`: nothing to see. */
  readonly look: 'seen' | 'odd' | 'open' | 'none';
  /** What it says, in words. */
  readonly title: string;
}

/** A table that counts messages by two of their properties. */
export interface Matrix {
  readonly title: string;
  readonly lead: string;
  /** What its rows and its columns are. */
  readonly axes: readonly [rows: string, columns: string];
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly Cell[] }[];
}

/** Answers by operation and status: documented and seen, documented and never seen, seen and not documented. */
export function statusMatrix(messages: readonly PageMessage[]): Matrix {
  const calls = messages.filter(({ kind }) => kind === 'call');
  const isUnseen = (status: string) => !calls.some(({ http = '' }) => http.startsWith(status.charAt(0)));
  const documented = operationIds().flatMap(documentedStatuses);
  // A range is a column only where no status of it was seen; `default` stands for any.
  const due = documented.filter(status => (/^\dXX$/.test(status) ? isUnseen(status) : status !== 'default'));
  const columns = [...new Set([...due, ...calls.flatMap(({ http = [] }) => http)])].sort();
  const count = counter(calls, ({ operation, http }) => `${operation} ${http}`);
  const cellOf = (operation: string, status: string): Cell => {
    const seen = count(`${operation} ${status}`);
    const search = `operation:${operation} http:${status}`;
    const form = isOperation(operation) && Number(status) ? documentedStatus(operation, Number(status)) : undefined;
    if (seen === 0) {
      const isDue = isOperation(operation) && documentedStatuses(operation).includes(status);
      const title = isDue ? `${status}: documented, never seen` : '';
      return { count: 0, search, look: isDue ? 'open' : 'none', title };
    }
    const odd = isOperation(operation) && status !== 'none' && form === undefined;
    const as = form ? `documented as ${form}` : odd ? 'not documented' : 'no documented route, or no answer';
    return { count: seen, search, look: odd ? 'odd' : 'seen', title: `${seen} × ${status}, ${as}` };
  };
  return matrix(
    'Answers: endpoint by status',
    '○ documented and never seen; ! seen and not documented; none: no documented route, or no answer.',
    ['endpoint', 'status'],
    [...operationIds(), ...(calls.some(({ operation }) => operation === 'none') ? ['none'] : [])],
    columns,
    cellOf,
  );
}

/** Webhooks by type of event and what became of their signature. */
export function signatureMatrix(messages: readonly PageMessage[]): Matrix {
  const webhooks = messages.filter(({ kind }) => kind === 'webhook');
  const states = new Set(webhooks.flatMap(({ signature = [] }) => signature));
  const columns = ['verified', ...[...states].filter(state => state !== 'verified').sort()];
  const count = counter(webhooks, ({ event, signature }) => `${signature} ${event}`);
  return matrix(
    'Webhooks: event by signature',
    'A refused signature is named by what would have verified; “unknown” where nothing would.',
    ['event', 'signature'],
    [...new Set(webhooks.flatMap(({ event = [] }) => event))].sort(),
    columns,
    (event, signature) => {
      const seen = count(`${signature} ${event}`);
      const look = seen === 0 ? 'none' : signature === 'verified' ? 'seen' : 'odd';
      const search = `event:${quoted(event)} signature:${signature}`;
      return { count: seen, search, look, title: `${seen} × ${signature}` };
    },
  );
}

/** Steps by what was accepted before and what is simulated, with the orders on which each was tried. */
export function transitionMatrix(messages: readonly PageMessage[]): Matrix {
  const steps = messages.filter(({ after }) => after !== undefined);
  const cells = Map.groupBy(steps, ({ after, event }) => `${after} ${event}`);
  return matrix(
    'Transitions: the last accepted step by the next',
    'Simulate calls, accepted or not; ○ never tried.',
    ['after', 'simulate'],
    ['created', ...SIMULATE_EVENTS].filter(after => steps.some(step => step.after === after)),
    SIMULATE_EVENTS,
    (after, event) => {
      const tried = cells.get(`${after} ${event}`) ?? [];
      const accepted = tried.filter(({ http = '' }) => http.startsWith('2')).length;
      const orders = new Set(tried.map(({ node }) => node)).size;
      const title = `${event} after ${after}: ${tried.length} calls on ${orders} orders, ${accepted} accepted`;
      const look = tried.length === 0 ? 'open' : 'seen';
      return { count: tried.length, search: `after:${after} event:${event}`, look, title };
    },
  );
}

function matrix(
  title: string,
  lead: string,
  axes: Matrix['axes'],
  rows: readonly string[],
  columns: readonly string[],
  cellOf: (row: string, column: string) => Cell,
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

/** A value as the page shows it and a search takes it: in quotes, with `*` for what a search field cannot hold. */
function quoted(value: string): string {
  const text = printable(value).replace(/["\n\t]/g, '*');
  return /\s/.test(text) ? `"${text}"` : text;
}
