import type { JsonObject } from '../../base/json.ts';

/** One remark of the comparator, as far as it is read here. */
export interface Remark {
  /** `response.body.incompatible`, `request.path-or-method.unknown`… */
  readonly code: string;
  readonly message: string;
  /** Where in the pact, and what stands there. */
  readonly mockDetails?: { readonly location: string; readonly value: unknown };
  /** Where in the contract; the last part is the keyword of the schema. */
  readonly specDetails?: { readonly location: string };
}

/** What the package exports; its own declarations leave out file extensions and do not resolve here. */
interface Package {
  readonly Comparator: new (options: { readonly oas: JsonObject }) => { compare(pact: object): AsyncIterable<Remark> };
}

/** Every remark on a pact. The comparator is loaded at the first call. @throws its `ParserError` */
export async function* remarksOn(pact: object, contract: JsonObject): AsyncGenerator<Remark> {
  const loaded: object = await import('@pactflow/openapi-pact-comparator');
  const { Comparator } = loaded as Package;
  // It resolves references in the very document that it is given.
  const oas = JSON.parse(JSON.stringify(contract), specified);
  yield* new Comparator({ oas }).compare(pact);
}

/** Of a body that may also be open, the one that is specified: a pact is held to it. */
function specified(_key: string, value: unknown): unknown {
  const [first, other] = Object(value).anyOf ?? [];
  return other?.$ref === '#/components/schemas/Open' ? first : value;
}
