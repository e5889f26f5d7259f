import { base64, choice, document, list, number, type Of, object, optional, pair, word } from './schema.ts';

/** Headers as they were sent: name and value in order, with letter case and duplicates. */
export const Headers = list(pair);
export type Headers = Of<typeof Headers>;

/** A body as the record keeps it: as `text` or as `base64`. */
export const Body = object({
  /** The number of exact bytes that were received. */
  size: number,
  /** The digest of the exact bytes that were received, in hex. */
  sha256: word,
  /** The body, if it is valid UTF-8. */
  text: optional(document),
  /** The body, if it is not valid UTF-8. */
  base64: optional(base64),
  /** The content codings that were decoded. */
  decoded: optional(word),
  /** Whether secrets or personal data were replaced, so that the text differs from what was received. */
  altered: optional(choice(true)),
  /**
   * Present if the record keeps only a part of the body: the number of omitted characters (bytes in `base64`). In JSON,
   * long strings are cut and the deepest values omitted, so that the rest is valid JSON.
   */
  cut: optional(number),
});
export interface Body extends Of<typeof Body> {}
