import { base64, choice, document, list, number, type Of, object, optional, pair, word } from './schema.ts';

/** Headers as they crossed the wire: name and value in order, case and duplicates kept. */
export const Headers = list(pair);
export type Headers = Of<typeof Headers>;

/** A body as the record keeps it: as `text` or as `base64`. */
export const Body = object({
  /** Of the exact bytes that crossed the wire, as far as they were received. */
  size: number,
  /** Of the exact bytes that crossed the wire, in hex. */
  sha256: word,
  /** The body, where it is valid UTF-8. */
  text: optional(document),
  /** The body, where it is not. */
  base64: optional(base64),
  /** The content codings that were undone. */
  decoded: optional(word),
  /** Secrets or personal data were replaced, so that the text is no longer what crossed the wire. */
  altered: optional(choice(true)),
  /**
   * Present where the record keeps a part of the body: how many characters (bytes in `base64`) it leaves out. Of JSON,
   * long strings are then cut and the deepest values left out, so that what stays is JSON.
   */
  cut: optional(number),
});
export interface Body extends Of<typeof Body> {}
