import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure, measureCommand } from './command.ts';
import { interleave } from './interleave.ts';
import { arazzoDescription, isForRespect, postmanCollection } from './peer-suites.ts';
import { PEERS_FOLDER } from './peers.ts';
import { recordCalls } from './record-calls.ts';
import type { Row } from './row.ts';
import { startServer } from './server.ts';

const ROOT = join(import.meta.dirname, '../..');
const NEWMAN = join(PEERS_FOLDER, 'node_modules/newman/bin/newman.js');
const RESPECT = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
/** A run takes seconds. */
const MOST_ROUNDS = 5;

/**
 * The whole contract suite from a cold start, against newman and Redocly Respect with the same calls: they check the
 * status, the media type and the request-id. The harness runs all its checks and writes its report.
 */
export async function contractSuites(rounds: number): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const sandbox = await startServer([join(ROOT, 'harness/cli/main.ts'), 'sandbox', '--port', '{port}']);
  try {
    let nth = 0;
    const run = (url: string) =>
      measureCommand(['run', '--suite', 'contract', '--out', join(folder, `run-${nth++}`)], { SANDBOX_URL: url });
    const all = await recordCalls(sandbox.url, run);
    const calls = all.filter(isForRespect);
    const write = (name: string, made: object) => {
      const file = join(folder, name);
      writeFileSync(file, JSON.stringify(made));
      return file;
    };
    const collection = write('collection.json', postmanCollection(calls));
    const arazzo = write('contract.arazzo.json', arazzoDescription(calls, join(ROOT, 'openapi/service.yaml')));
    const { ours, newman, respect } = await interleave(Math.min(rounds, MOST_ROUNDS), {
      ours: async () => (await run(sandbox.url)).cpuMs,
      newman: async () => (await measure([NEWMAN, 'run', collection, '--silent'])).cpuMs,
      respect: async () => (await measure([RESPECT, 'respect', arazzo], { REDOCLY_TELEMETRY: 'off' })).cpuMs,
    });
    const row = { benchmark: `Contract suite, ${all.length} calls`, unit: 'ms of CPU', ours };
    return [
      { ...row, against: `newman, ${calls.length} of them`, theirs: newman },
      { ...row, against: `Redocly Respect, ${calls.length} of them`, theirs: respect },
    ];
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
