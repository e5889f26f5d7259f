import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** A JSON schema, by keyword. */
type Json = { readonly [keyword: string]: unknown };

/** Types without parts. */
const PLAIN: readonly (readonly [flag: ts.TypeFlags, schema: Json])[] = [
  [ts.TypeFlags.Unknown, {}],
  [ts.TypeFlags.String, { type: 'string' }],
  [ts.TypeFlags.Number, { type: 'number' }],
  [ts.TypeFlags.Boolean, { type: 'boolean' }],
  [ts.TypeFlags.Null, { type: 'null' }],
];

/** The JSON schema (2020-12) of a type that a file exports, or of a member of it. @param head such as its `$id` */
type SchemaOfType = (file: URL, name: string, head: Json, member?: string) => Json;

/**
 * Reads types as the compiler does, and writes each as a JSON schema: types that have a name are definitions, and doc
 * comments are descriptions. Objects accept members that are not described. The same types give the same bytes: members
 * and choices are sorted, since the compiler's order depends on what else it has read.
 *
 * @param files that export the types
 * @throws Error for a file without the type, and for a type that JSON does not have
 */
export function schemasOfTypes(files: readonly URL[]): SchemaOfType {
  const { options } = ts.convertCompilerOptionsFromJson(
    { target: 'esnext', module: 'nodenext', strict: true, exactOptionalPropertyTypes: true, types: [] },
    '',
  );
  const program = ts.createProgram(
    files.map(file => fileURLToPath(file)),
    { ...options, allowImportingTsExtensions: true },
  );
  const checker = program.getTypeChecker();
  return (file, name, head, member) => {
    const source = program.getSourceFile(fileURLToPath(file));
    const module = source && checker.getSymbolAtLocation(source);
    const exported = module && checker.getExportsOfModule(module).find(each => each.name === name);
    const type = exported && checker.getDeclaredTypeOfSymbol(exported);
    const symbol = member === undefined ? exported : type?.getProperty(member);
    if (type === undefined || symbol === undefined) throw new Error(`${file} exports no type ${name} ${member ?? ''}`);
    const { schemaOfPart, definitions } = schemaWriter(checker);
    const root = schemaOfPart(member === undefined ? type : checker.getTypeOfSymbol(symbol));
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    return { $schema, ...head, ...described(checker, symbol), ...root, $defs: sorted(definitions()) };
  };
}

function schemaWriter(checker: ts.TypeChecker) {
  const named = new Map<string, { readonly type: ts.Type; schema: Json }>();

  /** A reference where the type has a name of its own, else its schema. */
  function schemaOf(type: ts.Type): Json {
    const symbol = type.aliasTypeArguments ? undefined : (type.aliasSymbol ?? interfaceOf(type));
    if (symbol === undefined) return schemaOfPart(type);
    const known = named.get(symbol.name);
    if (known !== undefined && known.type !== type) throw new Error(`two types have the name ${symbol.name}`);
    if (known === undefined) {
      const definition = { type, schema: {} };
      named.set(symbol.name, definition);
      definition.schema = { ...described(checker, symbol), ...schemaOfPart(type) };
    }
    return { $ref: `#/$defs/${symbol.name}` };
  }

  function interfaceOf(type: ts.Type): ts.Symbol | undefined {
    return type.isClassOrInterface() && !checker.isArrayType(type) && !checker.isTupleType(type)
      ? type.symbol
      : undefined;
  }

  function schemaOfPart(type: ts.Type): Json {
    for (const [flag, schema] of PLAIN) if (type.flags & flag) return schema;
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === 'true' };
    if (type.isUnion()) return schemaOfUnion(type.types);
    if (checker.isTupleType(type)) return schemaOfTuple(type as ts.TupleTypeReference);
    if (checker.isArrayType(type)) return { type: 'array', items: itemsOf(type)[0] };
    if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return schemaOfObject(type);
    throw new Error(`JSON has no type ${checker.typeToString(type)}`);
  }

  /** The schema of one of several types; `undefined` stands for a member that may be absent. */
  function schemaOfUnion(types: readonly ts.Type[]): Json {
    const schemas = types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined)).map(schemaOf);
    const [first, ...others] = schemas.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    if (first !== undefined && others.length === 0) return first;
    return schemas.every(schema => 'const' in schema) ? { enum: schemas.map(each => each.const) } : { anyOf: schemas };
  }

  function schemaOfTuple(type: ts.TupleTypeReference): Json {
    const { fixedLength, minLength } = type.target;
    const items = itemsOf(type);
    const [rest = false] = items.slice(fixedLength);
    return { type: 'array', minItems: minLength, prefixItems: items.slice(0, fixedLength), items: rest };
  }

  function itemsOf(type: ts.Type): readonly Json[] {
    return checker.getTypeArguments(type as ts.TypeReference).map(schemaOf);
  }

  function schemaOfObject(type: ts.Type): Json {
    const members = checker.getPropertiesOfType(type);
    const [index] = checker.getIndexInfosOfType(type);
    const required = members.filter(({ flags }) => !(flags & ts.SymbolFlags.Optional)).map(({ name }) => name);
    const properties = members.map(
      member => [member.name, { ...schemaOf(checker.getTypeOfSymbol(member)), ...described(checker, member) }] as const,
    );
    return {
      type: 'object',
      ...(required.length > 0 && { required: required.sort() }),
      ...(properties.length > 0 && { properties: sorted(properties) }),
      ...(index && { additionalProperties: schemaOf(index.type) }),
    };
  }

  return { schemaOfPart, definitions: () => [...named].map(([name, { schema }]) => [name, schema] as const) };
}

function sorted(entries: readonly (readonly [string, Json])[]): Json {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The doc comment of a name, as a description. */
function described(checker: ts.TypeChecker, symbol: ts.Symbol): Json {
  const description = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, ' ');
  return description === '' ? {} : { description };
}
