import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Summary } from '../../harness/report/summary.ts';
import { measure, measureCommand, type Usage } from './command.ts';
import { interleave } from './interleave.ts';
import type { Row } from './row.ts';

/** The cold start of commands, against that of Node itself. */
export async function coldStarts(rounds: number): Promise<readonly Row[]> {
  const commands = { '--version': ['--version'], 'help run': ['help', 'run'], explain: ['explain', 'signature.hmac'] };
  const figures = await interleave(rounds, {
    node: async () => (await measure(['--eval', '0'])).cpuMs,
    ...Object.fromEntries(
      Object.entries(commands).map(([name, args]) => [name, async () => (await measureCommand(args)).cpuMs]),
    ),
  });
  return Object.keys(commands).map(name => ({
    benchmark: `Start of \`${name}\``,
    unit: 'ms of CPU',
    against: 'node --eval 0',
    ours: (figures as { readonly [name: string]: readonly number[] })[name] ?? [],
    theirs: figures.node,
  }));
}

/** What a command may take for each of many orders, against what it takes for each of few. */
const FLAT = { most: 1.25 };

/**
 * Runs with few and with many orders, each in one process against the embedded sandbox, then judged again, rendered
 * again and merged from their records: what each order takes must not grow.
 *
 * @throws Error if an order is lost, or a run is not conformant
 */
export async function manyOrders(few: number, many: number): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const [small, large] = [await useOf(folder, few), await useOf(folder, many)];
    return Object.entries(large).flatMap(([name, usage]): Row[] => {
      const row = {
        benchmark: `\`${name}\` with ${many.toLocaleString('en')} orders`,
        against: `the same with ${few.toLocaleString('en')}`,
        goal: FLAT,
      };
      const each = (unit: string, figure: (of: Usage | undefined) => number): Row => ({
        ...{ ...row, unit: `${unit} an order` },
        ...{ ours: [figure(usage) / many], theirs: [figure(small[name]) / few] },
      });
      return [
        each('ms of CPU', of => of?.cpuMs ?? Number.NaN),
        each('MiB at the peak', of => of?.peakMiB ?? Number.NaN),
      ];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What each command takes for a run with so many orders. */
async function useOf(folder: string, orders: number): Promise<{ readonly [command: string]: Usage }> {
  const out = join(folder, String(orders));
  const target = ['--target', 'embedded', '--seed', '1', '--orders', String(orders)];
  const run = await measureCommand(['run', ...target, '--out', out]);
  refuseLoss(out, orders);
  return {
    run,
    replay: await measureCommand(['replay', out]),
    report: await measureCommand(['report', out]),
    merge: await measureCommand(['merge', out, '--out', `${out}-merged`]),
  };
}

function refuseLoss(folder: string, orders: number): void {
  const { verdict, journeys = [] } = JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')) as Summary;
  const passed = journeys.filter(({ status }) => status === 'passed').length;
  if (verdict !== 'conformant' || passed !== orders) throw new Error(`${passed} of ${orders} passed: ${verdict}`);
}
