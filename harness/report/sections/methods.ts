import { METHODS } from '../../gates/sdk/protocol.ts';
import { table } from '../blocks.ts';
import { code, type Line, small, strong } from '../line.ts';
import type { RunIndex } from '../run-index.ts';
import { section } from './section.ts';

/** How much of the adapter protocol a gate covered: each method, and what became of its cases. */
export const methodsSection = section({
  id: 'methods',
  title: 'Coverage of the protocol',
  short: 'Protocol',
  part: ({ summary }) => summary.gate?.adapter,
  count: adapter => `${METHODS.filter(method => adapter.methods.includes(method)).length} of ${METHODS.length}`,
  blocks(adapter, index) {
    const methods = [...new Set([...METHODS, ...index.evidence.cases.map(({ method }) => method)])];
    const rows = methods.map(method => [
      code(method),
      adapter.methods.includes(method) ? 'listed by the adapter' : 'not listed, so not covered',
      outcomes(method, index),
    ]);
    return [table(['Method', 'Adapter', 'Cases'], rows)];
  },
});

function outcomes(method: string, { evidence, scenarios }: RunIndex): Line {
  const own = new Set(evidence.cases.filter(one => one.method === method).map(({ id }) => id));
  const cases = scenarios.filter(({ id }) => own.has(id));
  const failed = cases.filter(({ status }) => status === 'failed').length;
  const passed = cases.filter(({ status }) => status === 'passed').length;
  if (cases.length === 0) return small('none asked');
  return [strong(`✓ ${passed} passed`, 'good'), failed > 0 && [' ', strong(`✗ ${failed} failed`, 'bad')]];
}
