import { METHODS } from '../../gates/sdk/protocol.ts';
import { type Section, table } from '../blocks.ts';
import { code, type Line, small, strong } from '../line.ts';
import type { RunIndex } from '../run-index.ts';

/** How much of the adapter protocol a gate covered: each method, and what became of its cases. */
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

function outcomes(method: string, { evidence, scenarios }: RunIndex): Line {
  const own = new Set(evidence.cases.filter(one => one.method === method).map(({ id }) => id));
  const cases = scenarios.filter(({ id }) => own.has(id));
  const failed = cases.filter(({ status }) => status === 'failed').length;
  const passed = cases.filter(({ status }) => status === 'passed').length;
  if (cases.length === 0) return small('none asked');
  return [strong(`✓ ${passed} passed`, 'good'), failed > 0 && [' ', strong(`✗ ${failed} failed`, 'bad')]];
}
