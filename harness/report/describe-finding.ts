import { times } from './in-words.ts';
import type { NumberedFinding } from './numbered-finding.ts';

/** A finding as lines of plain text, for formats that hold nothing else. */
export function describeFinding({ finding, requirements }: NumberedFinding): string {
  const { severity, message, expected, received, likely, next, line, count, check, evidence } = finding;
  return [
    message,
    `expected: ${expected}`,
    `received: ${received}`,
    `requirement: ${requirements.join(', ')}`,
    likely !== undefined && `likeliest cause: ${likely}`,
    next !== undefined && `next: ${next}`,
    line !== undefined && `contract: openapi/service.yaml, line ${line}`,
    `${severity}, seen ${times(count)} by ${check}`,
    `evidence: ${evidence.join(', ')}`,
  ]
    .filter(part => part !== false)
    .join('\n');
}
