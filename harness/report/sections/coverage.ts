import { countsOf } from '../../base/counts.ts';
import { documentedStatus, documentedStatuses, operationIds } from '../../contract/operations.ts';
import { code, lead, type Section, table } from '../blocks.ts';
import type { RunIndex } from '../run-index.ts';

/** The coverage of the contract by a run: how often each operation answered with each status. */
export function coverageSection({ evidence: { exchanges, run } }: RunIndex): Section | undefined {
  if (run.gate || exchanges.length === 0) return undefined;
  const seen = exchanges.flatMap(({ operation, response }) =>
    operation !== undefined && response ? [{ operation, status: String(response.status) }] : [],
  );
  const counts = countsOf(seen.map(({ operation, status }) => `${operation} ${status}`));
  const listed = operationIds().flatMap(documentedStatuses).filter(Number);
  const statuses = [...new Set([...listed, ...seen.map(({ status }) => status)])].sort();
  const rows = operationIds().map(operation => [
    code(operation),
    ...statuses.map(status => {
      const count = counts.get(`${operation} ${status}`);
      if (count === undefined) return documentedStatuses(operation).includes(status) ? '○' : '';
      return documentedStatus(operation, Number(status)) === undefined ? `! ${count}` : count;
    }),
  ]);
  const blocks = [
    lead(
      'Answers by operation and status. ○ documented and never seen, which is no breach; ! seen and not documented.',
    ),
    table(['Operation', ...statuses], rows, 'matrix'),
  ];
  return { id: 'coverage', title: 'Coverage', blocks };
}
