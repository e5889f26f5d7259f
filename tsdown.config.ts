import { writeFileSync } from 'node:fs';
import { defineConfig } from 'tsdown';
import { vectors } from './harness/gates/sdk/signature-cases.ts';
import { COMMANDS } from './harness/settings/command-table.ts';

/** What a checkout runs as it is, as JavaScript for Node below `node_modules`, which strips no types there. */
export default defineConfig({
  entry: Object.fromEntries(
    [
      'harness/cli/main',
      'harness/cli/command-thread',
      'harness/index',
      'harness/proof/worker',
      'harness/testing/index',
      'suites/index',
      ...Object.keys(COMMANDS).map(name => `harness/cli/commands/${name}`),
    ].map(name => [name, `${name}.ts`]),
  ),
  outDir: 'dist',
  platform: 'node',
  target: 'node22.18',
  format: 'esm',
  fixedExtension: false,
  sourcemap: true,
  // The declarations keep the doc comments.
  outputOptions: { sourcemapExcludeSources: true, comments: { jsdoc: false } },
  // Version 7 emits declarations in a third of the time. The plugin warns that its API is not stable yet.
  dts: { generator: 'tsgo', tsgo: { path: 'node_modules/typescript-7/bin/tsc' } },
  // No module does anything when it is loaded but define what others import.
  treeshake: { moduleSideEffects: false },
  hooks: {
    'build:done': () => writeFileSync('dist/vectors.json', `${JSON.stringify(vectors(), null, 1)}\n`),
  },
});
