import { writeFileSync } from 'node:fs';
import { draftCases } from './draft-cases.ts';

/** The receiver's clock in every committed case, in Unix seconds: 2026-11-02T09:30:00Z. */
const NOW = 1_793_611_800;
const FILE = new URL('./signature-cases.json', import.meta.url);
/** The formatter's line width. */
const WIDTH = 120;

/**
 * The text of `signature-cases.json`: every case, signed by its tables with `node:crypto` and never by our verifier.
 * Deterministic, so that a test can tell a stale file. `node harness/gate/make-signature-cases.ts` writes it.
 */
export function writeSignatureCases(): string {
  const cases = draftCases(NOW).map(each => `  {\n${members(each).join(',\n')}\n  }`);
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
