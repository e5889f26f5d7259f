import type { Arbitrary } from 'fast-check';
import type { Asker, Judged } from './gate-case.ts';
import type { Area, Method } from './protocol.ts';

/** A question over random values; a failing value is shrunk. */
export interface Property<T> {
  /** `<area>/generated/<name>`; a value of it is `<id>@<seed>:<path>`. */
  readonly id: string;
  readonly area: Area;
  readonly method: Method;
  readonly title: string;
  readonly arbitrary: Arbitrary<T>;
  ask(value: T, asker: Asker): Promise<Judged>;
}
