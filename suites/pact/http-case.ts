import { MatchersV3 } from '@pact-foundation/pact';
import type { CallOutcome, ServiceClient } from '#harness';

/** One HTTP interaction that the consumer expects. */
export interface HttpCase {
  readonly description: string;
  /** The provider state that it needs, and the state's parameters. */
  readonly given: readonly [state: string, params?: { readonly [name: string]: string | number }];
  readonly method: 'GET' | 'POST';
  /** The path, with `${…}` for a value of the state, and the path of the example. */
  readonly path: string | readonly [template: string, example: string];
  /** The request's body as Pact matches it. */
  readonly sends?: object;
  /** The status, or one of a class where the specification does not say which. */
  readonly status: number | readonly [example: number, class_: MatchersV3.HTTPResponseStatusClass];
  /** An example of the fields that the consumer reads, matched by type. Absent if the body is not specified. */
  readonly reads?: object;
  /** True where it may change (Versioning, 4.4): a difference gives advice. */
  readonly mayChange?: true;
  /** The call, through the typed client. */
  readonly call: (client: ServiceClient) => Promise<CallOutcome<unknown, unknown>>;
}

/** A value that the provider state gives. */
export function fromState(name: string, example: string): MatchersV3.Matcher<string> {
  return MatchersV3.fromProviderState(`\${${name}}`, example) as unknown as MatchersV3.Matcher<string>;
}
