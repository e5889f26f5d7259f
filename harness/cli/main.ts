#!/usr/bin/env node
// This file is linked by releases of Node that cannot run the rest, so it imports nothing that they lack.
import nodeModule from 'node:module';
import { EXIT_CODES } from '../base/errors.ts';
import { unsupportedNode } from './supported-node.ts';

const problem = unsupportedNode(process.versions.node);
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exit(EXIT_CODES.unreachable);
}
nodeModule.enableCompileCache();
const { supervise } = await import('./supervise.ts');
const code = await supervise(process.argv.slice(2));
// Anything that a run could not close, such as a socket of a hanging service, must not keep the process alive.
process.exit(code);
