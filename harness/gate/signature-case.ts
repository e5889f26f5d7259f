/** What a verifier has to say of a case; `open` where the specification leaves it a choice (INTERFACE, The SDK adapter). */
export type Expected = 'accept' | 'reject' | 'open';

/** One known answer: a delivery's signature, and whether a receiver that follows the five rules takes it. */
export interface SignatureCase {
  /** `<table>/<name>`; stable. */
  readonly id: string;
  readonly title: string;
  /** The signature header: its value, its lines as they arrived, or null where there is none. One character a byte. */
  readonly header: string | readonly string[] | null;
  /** The raw bytes of the body, in base64. */
  readonly body: string;
  /** Signing secrets that the receiver knows, each taken as it stands as the HMAC key. */
  readonly secrets: readonly string[];
  /** The receiver's clock, in whole Unix seconds. */
  readonly now: number;
  readonly toleranceSeconds: number;
  readonly expected: Expected;
  /** What our verifier does where the specification leaves it open. */
  readonly choice?: 'accept' | 'reject';
  /** Why our verifier refuses, where it does. */
  readonly reason?: string;
  /** Why the answer is what it is, or which mistake the case is after. */
  readonly why: string;
}
