import { escapeUnit } from '../evidence/redaction/encodings.ts';
import { INLINE_COMMAND, UNSEEN } from '../report/visible.ts';

/** A value as JSON that may be printed. It parses to the same value. @param indent spaces; default: one line */
export function printableJson(value: unknown, indent?: number): string {
  const escaped = (text: string) => text.split('').map(escapeUnit).join('');
  return JSON.stringify(value, null, indent).replace(UNSEEN, escaped).replace(INLINE_COMMAND, escaped);
}
