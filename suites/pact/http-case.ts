import { MatchersV3 } from '@pact-foundation/pact';
import type { CallOutcome, ServiceClient } from '#harness';

/** One HTTP interaction that the consumer expects. */
export interface HttpCase {
  readonly description: string;
  /** The provider state, and its parameters. */
  readonly given: readonly [state: string, params?: { readonly [name: string]: string | number }];
  readonly method: 'GET' | 'POST';
  /** The path; or its template with `${…}` for a value of the state, and an example. */
  readonly path: string | readonly [template: string, example: string];
  /** The body of the request as a Pact matcher. */
  readonly sends?: object;
  /** The status, or a class of statuses if the specification does not name one. */
  readonly status: number | readonly [example: number, class_: MatchersV3.HTTPResponseStatusClass];
  /** An example of the fields that the consumer reads, matched by type. Absent if the body is unspecified. */
  readonly reads?: object;
  /** Whether it may change (Versioning, 4.4). A difference then gives advice. */
  readonly mayChange?: true;
  /** The call, through the typed client. */
  readonly call: (client: ServiceClient) => Promise<CallOutcome<unknown, unknown>>;
}

/** A value that the provider state gives. */
export function fromState(name: string, example: string): MatchersV3.Matcher<string> {
  return MatchersV3.fromProviderState(`\${${name}}`, example) as unknown as MatchersV3.Matcher<string>;
}
