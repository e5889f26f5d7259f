import type { Json } from '../../../base/json.ts';
import type { Condition } from '../../../evidence/condition.ts';
import type { RunBuilder } from '../../../testing/evidence.ts';

/** A call: its operation, address, condition, body, the status and body of its answer, and more of its exchange. */
const CALL = /^(\w+|-)(?: at (\S+))?(?: \[([^\]]+)\])?(?: (\S.*?))? → (\d+)(?: (?!\+ )(.*?))?(?: \+ (\{.*\}))?$/;

/** Whether a line is a call. */
export function isCall(line: string): boolean {
  return CALL.test(line);
}

/**
 * Adds a call to a run, from a line: `resolveBankAccount [known] {"bank_code":"044"} → 200 {"status":true}`. A call
 * without an operation is `-`. `at URL` is its address, `[…]` its condition, and `+ {…}` other members of its exchange.
 */
export function addCall(run: RunBuilder, line: string): void {
  const [, operation, url, condition, asks, status, answers, more] = CALL.exec(line) ?? [];
  const json = (text: string) => JSON.parse(text) as Json;
  run.exchange(operation === '-' ? undefined : operation, {
    ...{ method: operation === 'resolveBankAccount' ? 'POST' : 'GET', status: Number(status) },
    ...(url !== undefined && { url }),
    ...(condition !== undefined && { condition: condition as Condition }),
    ...(asks !== undefined && { asks: json(asks) }),
    ...(answers !== undefined && { answers: json(answers) }),
    ...(more !== undefined && (json(more) as object)),
  });
}
