import type { Parts } from '../backend.ts';
import type { GateOfTest } from '../gate.ts';

/** A backend that is wrong: the name of the bug that the gate finds, how it comes to be, and the parts that have it. */
export type WrongBackend = readonly [bug: string, how: string, parts: Parts, options?: GateOfTest];
