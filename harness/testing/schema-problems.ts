import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';

/** The violations of a JSON schema; null if there are none. @throws Error for an invalid schema */
export function schemaProblems(schema: object, value: unknown): readonly ErrorObject[] | null {
  const ajv = new Ajv2020({ strict: true, strictTuples: false, allowUnionTypes: true });
  const validate = ajv.compile(schema);
  return validate(value) ? null : (validate.errors ?? []);
}
