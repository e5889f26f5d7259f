import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';

/** What a JSON schema has against a value; null for nothing. @throws Error for a schema that is none */
export function schemaProblems(schema: object, value: unknown): readonly ErrorObject[] | null {
  const ajv = new Ajv2020({ strict: true, strictTuples: false, allowUnionTypes: true });
  const validate = ajv.compile(schema);
  return validate(value) ? null : (validate.errors ?? []);
}
