import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { coldStarts, manyOrders } from './commands.ts';
import { growth } from './growth.ts';
import { installPeers } from './peers.ts';
import { type Row, tableOf } from './row.ts';
import { receivers, sandboxes } from './servers.ts';
import { signatures } from './signatures.ts';

/** `npm run bench -- [--rounds N] [--orders N] [--only NAME…]`: runs the benchmarks, prints and writes their table. */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    orders: { type: 'string', default: '10000' },
    only: { type: 'string', multiple: true, default: [] },
  },
});
const rounds = Number(values.rounds);
const orders = Number(values.orders);

const BENCHMARKS: { readonly [name: string]: () => Promise<readonly Row[]> } = {
  signatures: () => signatures(rounds),
  growth: () => growth(Math.min(rounds, 3)),
  receivers: () => receivers(rounds),
  sandboxes: () => sandboxes(rounds),
  starts: () => coldStarts(rounds),
  orders: () => manyOrders(orders / 10, orders),
};

const FOLDER = join(import.meta.dirname, '../../reports/benchmarks');

installPeers();
const rows: Row[] = [];
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (values.only.length > 0 && !values.only.includes(name)) continue;
  process.stderr.write(`${name}…\n`);
  rows.push(...(await run()));
}
const [{ model = 'unknown' } = {}, ...others] = cpus();
const page = [
  '# Benchmarks',
  '',
  `Ratios of ours to a peer or a limit that was measured in the same rounds, in turn: the median of ${rounds} rounds,`,
  'the lowest and the highest. Commands with many orders run once. Written by `npm run bench`.',
  '',
  `Node ${process.versions.node}, ${others.length + 1} cores (${model}), ${new Date().toISOString().slice(0, 10)}.`,
  '',
  tableOf(rows),
].join('\n');
mkdirSync(FOLDER, { recursive: true });
writeFileSync(join(FOLDER, 'latest.md'), page);
process.stdout.write(page);
