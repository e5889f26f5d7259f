import type { Values } from './arrange.ts';

/** What one child process verifies. Everything is arranged before it starts. */
export interface Job {
  /** File of the pact. */
  readonly pact: string;
  readonly providerBaseUrl: string;
  /** The values of each state in the order in which they are used up, by {@link stateKey}. */
  readonly states: { readonly [key: string]: readonly Values[] };
  /** The names of the states. */
  readonly names: readonly string[];
  /** The webhooks of messages, by the name that the states give them: headers, and the body as base64. */
  readonly webhooks: { readonly [name: string]: { readonly headers: Values; readonly body: string } };
  /** The descriptions of the interactions. */
  readonly descriptions: readonly string[];
  /** File that the native core's answer is written to. */
  readonly answer: string;
}

/** The identity of a state: its name and parameters. */
export function stateKey(name: string, params: { readonly [name: string]: unknown } = {}): string {
  return JSON.stringify([name, Object.entries(params).sort()]);
}
