/**
 * A JSON schema (2020-12) with the TypeScript type of the values that it accepts. A file format is thus described once,
 * for the compiler, the validators in `contract/generated` and the redaction. Objects accept members that are not
 * described.
 */
export interface Schema<T> {
  readonly json: { readonly [keyword: string]: unknown };
  /** The schemas of an object's members, by name; absent if any member is accepted. */
  readonly members?: Members;
  /** The schema of an array's items. */
  readonly items?: Schema<unknown>;
  /** The use of a string by the harness; absent if it may be any text. */
  readonly role?: Role;
  readonly optional?: true;
  /** Never set. Carries the type for the compiler. */
  readonly describes?: T;
}

/**
 * The use of a string by the harness: a `word` belongs to its own vocabulary, a `reference` is the id of something in
 * the same record, and a `shard` is the run that something comes from in a merged record. None of these can be a
 * person's name, so redaction leaves them alone. A `document` is the text of a body, in which names are replaced
 * according to their place.
 */
type Role = 'word' | 'reference' | 'shard' | 'document';

/** The type of the values that a schema accepts. */
export type Of<S> = S extends Schema<infer T> ? T : never;

type Members = { readonly [name: string]: Schema<unknown> };
type Optional<T> = Schema<T> & { readonly optional: true };
type OptionalNames<M> = { [K in keyof M]: M[K] extends Optional<unknown> ? K : never }[keyof M];
type Described<M> = { readonly [K in Exclude<keyof M, OptionalNames<M>>]: Of<M[K]> } & {
  readonly [K in OptionalNames<M>]?: Of<M[K]>;
};

/** Any text, including texts of the service or of a person. */
export const text: Schema<string> = { json: { type: 'string' } };
/** The text of a body. */
export const document: Schema<string> = { ...text, role: 'document' };
/** A word of the harness's own vocabulary. */
export const word: Schema<string> = { ...text, role: 'word' };
/** The id of something in this record. */
export const reference: Schema<string> = { ...text, role: 'reference' };
/** The run that something comes from, in a merged record. */
export const shard: Schema<string> = { ...text, role: 'shard' };
/** Bytes in base64. */
export const base64: Schema<string> = { ...word, json: { type: 'string', pattern: '^[A-Za-z0-9+/]*={0,2}$' } };
/** Any finite number. */
export const number: Schema<number> = { json: { type: 'number' } };
/** True or false. */
export const boolean: Schema<boolean> = { json: { type: 'boolean' } };
/** An object with any members. */
export const anyObject: Schema<{ readonly [name: string]: unknown }> = { json: { type: 'object' } };

/** One of several values. */
export function choice<const T extends string | number | boolean>(...values: readonly T[]): Schema<T> {
  return { json: { enum: values }, role: 'word' };
}

/** An array. */
export function list<T>(items: Schema<T>): Schema<readonly T[]> {
  return { json: { type: 'array', items: items.json }, items };
}

/** An array of two strings. */
export const pair: Schema<readonly [string, string]> = {
  json: { ...list(text).json, minItems: 2, maxItems: 2 },
  items: text,
};

/** A member that may be absent. */
export function optional<T>(schema: Schema<T>): Optional<T> {
  return { ...schema, optional: true };
}

/** An object with these members, and possibly others. */
export function object<const M extends Members>(members: M): Schema<Described<M>> {
  const entries = Object.entries(members);
  const required = entries.filter(([, { optional: may }]) => may !== true).map(([name]) => name);
  const properties = Object.fromEntries(entries.map(([name, { json }]) => [name, json]));
  return { json: { type: 'object', required, properties }, members };
}

/** Objects whose member `type` selects the schema of the other members. */
export function tagged<const K extends { readonly [type: string]: { readonly schema: Schema<object> } }>(
  kinds: K,
): Schema<{ [T in keyof K]: { readonly type: T } & Of<K[T]['schema']> }[keyof K]> {
  const oneOf = Object.entries(kinds).map(([type, { schema }]) => {
    const { json } = object({ ...schema.members, type: choice(type) });
    return { required: json.required, properties: json.properties };
  });
  return { json: { type: 'object', discriminator: { propertyName: 'type' }, required: ['type'], oneOf } };
}

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
