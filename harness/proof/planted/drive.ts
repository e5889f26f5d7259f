import { readFileSync } from 'node:fs';
import { messageOf } from '../../core/errors.ts';
import { ownFile } from '../../core/own-files.ts';
import { realWorld } from '../../core/real-world.ts';
import { isProved, type ProofRow } from '../case.ts';
import { type NightJob, nightCase } from '../night.ts';
import { prove } from '../prove.ts';
import { DEFECTS, withDefect } from './defects.ts';
import { PLANTED } from './plant.ts';

/**
 * `npm run prove:planted [WORD…]`: plants one defect of the harness after the other, or those whose names hold a word,
 * and drives simulated nights until one comes out wrong that is right without the defect.
 */

const SEED = 5;
/** Most nights with one defect, and the longest that they may take, in milliseconds. */
const MOST = { nights: 40, milliseconds: 900_000 };
const THREADS = 2;

const world = realWorld();
/** Every other one with a fault. */
const jobs: readonly NightJob[] = Array.from({ length: MOST.nights }, (_, nth) => ({
  ...{ seed: SEED, night: Math.floor(nth / 2), isFaulty: nth % 2 === 1 },
}));
const names = jobs.map(job => nightCase(job).name);

/** Drives the nights. @returns those that came out wrong, until the first that is not known to be */
async function wrongNights(known?: ReadonlySet<string>): Promise<readonly ProofRow[]> {
  const stop = new AbortController();
  const timer = known && world.after(MOST.milliseconds, () => stop.abort());
  const onRow = (row: ProofRow) => {
    if (known && !isProved(row) && !known.has(row.name)) stop.abort();
  };
  const rows = await prove(jobs, { threads: THREADS, concurrency: 1, onRow, signal: stop.signal });
  timer?.cancel();
  return rows.filter(row => !isProved(row));
}

/** How many nights it took until a defect made one come out wrong, and what was found in that. */
async function found(defect: string, known: ReadonlySet<string>): Promise<string> {
  process.env[PLANTED] = defect;
  try {
    const row = (await wrongNights(known)).find(({ name }) => !known.has(name));
    if (row === undefined) return `not found in ${MOST.nights} nights`;
    const { name, outcome, found } = row;
    return `${names.indexOf(name) + 1}`.padStart(4).concat(`  ${name}: ${outcome} ${found[0] ?? ''}`);
  } catch (thrown) {
    return `   1  ${messageOf(thrown)}`;
  }
}

const words = process.argv.slice(2);
const defects = DEFECTS.filter(({ name }) => words.every(word => name.includes(word)));
for (const defect of defects) withDefect(defect, readFileSync(ownFile(defect.file), 'utf8'));
const known = new Set((await wrongNights()).map(({ name }) => name));
if (known.size > 0) process.stdout.write(`wrong without any defect, and not counted: ${[...known].join(', ')}\n`);
for (const { name } of defects) process.stdout.write(`${name.padEnd(72)}${(await found(name, known)).slice(0, 160)}\n`);
