import { writeFileSync } from 'node:fs';
import { BODIES } from './cases/bodies.ts';
import { CANDIDATES } from './cases/candidates.ts';
import { LAYOUT } from './cases/layout.ts';
import { OTHER_PAIRS } from './cases/other-pairs.ts';
import { ROTATION } from './cases/rotation.ts';
import { SCHEMES } from './cases/schemes.ts';
import { SECRETS } from './cases/secrets.ts';
import { SEVERAL_T } from './cases/several-t.ts';
import { TIMESTAMP } from './cases/timestamp.ts';
import { TOLERANCE } from './cases/tolerance.ts';

const FILE = new URL('./signature-cases.json', import.meta.url);
/** The formatter's line width. */
const WIDTH = 120;

/**
 * The text of `signature-cases.json`: every case, signed by its tables with `node:crypto` and never by our verifier.
 * Deterministic, so that a test can tell a stale file. `node harness/gate/make-signature-cases.ts` writes it.
 */
export function writeSignatureCases(): string {
  const tables = [TOLERANCE, TIMESTAMP, SEVERAL_T, CANDIDATES, ROTATION, SECRETS, SCHEMES, OTHER_PAIRS, BODIES, LAYOUT];
  const cases = tables.flat().map(each => `  {\n${members(each).join(',\n')}\n  }`);
  return `[\n${cases.join(',\n')}\n]\n`;
}

/** As the formatter writes them: an array on one line where it fits. */
function members(object: object): readonly string[] {
  return Object.entries(object).map(([name, value]) => {
    const start = `    ${JSON.stringify(name)}: `;
    if (!Array.isArray(value)) return start + JSON.stringify(value);
    const items = value.map(item => JSON.stringify(item));
    const line = `${start}[${items.join(', ')}]`;
    return line.length < WIDTH ? line : `${start}[\n${items.map(item => `      ${item}`).join(',\n')}\n    ]`;
  });
}

if (import.meta.main) writeFileSync(FILE, writeSignatureCases());
