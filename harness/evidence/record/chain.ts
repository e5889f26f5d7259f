import { createHash } from 'node:crypto';

/** The end of a line with a link: `,"chain":"<64 hex digits>"}` instead of `}`. */
const LINK = /,"chain":"([0-9a-f]{64})"\}$/;
const LINK_LENGTH = ',"chain":""}'.length + 64;

/**
 * The chain of a record: each line ends with the SHA-256 digest of the digest before it and of the line itself. So each
 * digest covers all that comes before it, the footer's the whole record, and a change shows at the first changed line.
 *
 * ```text
 * {"type":"run",…,"chain":"3f…"}     3f… = SHA-256 of {"type":"run",…}
 * {"type":"plan",…,"chain":"a0…"}    a0… = SHA-256 of 3f…{"type":"plan",…}
 * ```
 */
export class Chain {
  #head = '';

  /** Adds the link to a line, which is the text of a JSON object with at least one member. */
  link(line: string): string {
    const bare = line.slice(0, -1);
    this.#head = digestOf(this.#head, bare);
    return `${bare},"chain":"${this.#head}"}`;
  }

  /** The text of a whole record. */
  static textOf(lines: readonly string[]): string {
    const chain = new Chain();
    return lines.map(line => `${chain.link(line)}\n`).join('');
  }

  /** The text of a line without its link. */
  static unlinked(line: Buffer): string {
    return line.toString('utf8').replace(LINK, '}');
  }

  /** Checks a line. @returns whether the line and its position are unchanged */
  follows(line: Buffer): boolean {
    const link = LINK.exec(line.toString('latin1', line.length - LINK_LENGTH));
    this.#head = digestOf(this.#head, line.subarray(0, -LINK_LENGTH));
    return link?.[1] === this.#head;
  }
}

/** The digest of a line without its last brace, preceded by the digest of the line before it. */
function digestOf(before: string, bare: string | Buffer): string {
  return createHash('sha256').update(before).update(bare).update('}').digest('hex');
}
