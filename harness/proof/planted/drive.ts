import { readFileSync } from 'node:fs';
import { messageOf } from '../../core/errors.ts';
import { ownFile } from '../../core/own-files.ts';
import { realWorld } from '../../core/real-world.ts';
import { isProved, type ProofRow } from '../case.ts';
import { type NightJob, nightCase } from '../night.ts';
import { prove } from '../prove.ts';
import { DEFECTS, type PlantedDefect, withDefect } from './defects.ts';
import { PLANTED } from './plant.ts';

/**
 * `npm run prove:planted [WORD…]`: plants one defect of the harness after the other, or those whose names hold a word,
 * and drives simulated nights until one comes out wrong that is right without the defect.
 */

const SEED = 5;
/** Most nights with one defect, and the longest that they may take, in milliseconds. */
const MOST = { nights: 24, milliseconds: 900_000 };
const THREADS = 2;

const world = realWorld();
/** Every other night has a fault. */
const jobsWith = (fault?: string): readonly NightJob[] =>
  Array.from({ length: MOST.nights }, (_, nth) => ({
    ...{ seed: SEED, night: Math.floor(nth / 2), isFaulty: nth % 2 === 1 },
    ...(fault !== undefined && { fault }),
  }));

/** Drives nights until one comes out wrong that is not known to be wrong without a defect. @returns its row */
async function firstWrong(jobs: readonly NightJob[], known: ReadonlySet<string>): Promise<ProofRow | undefined> {
  const stop = new AbortController();
  const timer = world.after(MOST.milliseconds, () => stop.abort());
  const isNew = (row: ProofRow) => !isProved(row) && !known.has(row.name);
  const onRow = (row: ProofRow) => {
    if (isNew(row)) stop.abort();
  };
  const rows = await prove(jobs, { threads: THREADS, concurrency: 1, onRow, signal: stop.signal });
  timer.cancel();
  return rows.find(isNew);
}

/** How many nights it took until a defect made one come out wrong, and what was found in that. */
async function found({ name: defect, fault }: PlantedDefect): Promise<string> {
  const jobs = jobsWith(fault);
  const names = jobs.map(job => nightCase(job, []).name);
  const known = new Set<string>();
  try {
    for (;;) {
      process.env[PLANTED] = defect;
      const row = await firstWrong(jobs, known);
      if (row === undefined) return `not found in ${MOST.nights} nights`;
      const nth = names.indexOf(row.name);
      process.env[PLANTED] = '';
      if ((await firstWrong(jobs.slice(nth, nth + 1), known)) === undefined)
        return `${nth + 1}`.padStart(4).concat(`  ${row.name}: ${row.outcome} ${row.found[0] ?? ''}`);
      known.add(row.name);
    }
  } catch (thrown) {
    return `   1  ${messageOf(thrown)}`;
  }
}

const words = process.argv.slice(2);
const defects = DEFECTS.filter(({ name }) => words.every(word => name.includes(word)));
for (const defect of defects) withDefect(defect, readFileSync(ownFile(defect.file), 'utf8'));
for (const defect of defects) process.stdout.write(`${defect.name.padEnd(72)}${(await found(defect)).slice(0, 160)}\n`);
