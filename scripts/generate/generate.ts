import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { isMap, isNode, isSeq, LineCounter, parse, parseDocument } from 'yaml';
import { escapePointer } from '../../harness/base/json.ts';
import { COMMANDS } from '../../harness/settings/command-table.ts';
import { FILE_SCHEMAS } from '../../harness/settings/file-schemas.ts';
import { SETTINGS, type Setting } from '../../harness/settings/settings-table.ts';
import { schemasOfTypes } from './schemas-of-types.ts';

const root = new URL('../../', import.meta.url);
const notice = '// Generated from openapi/ by `npm run generate`.\n';
const fileNotice = '// Generated from harness/settings/file-schemas.ts by `npm run generate`.\n';

/**
 * Everything that is generated: path in the repository → text. The same input gives the same bytes. From `openapi/`:
 *
 * - `service.d.ts`: the types of the service, for clients.
 * - `contract.json`: the three files as JSON, each with the digest of its source; the lines of the places of
 *   `service.yaml`; and the digest of the validators.
 * - `validators.js`, with its types: one validator for each schema, by the schema's name.
 *
 * The last two exist because parsing the YAML and compiling the schemas would add 100 ms to every start. From
 * `file-schemas.ts`, `facts.schema.json` and what the harness reads again: `file-validators.js`, with its types. From
 * the types of what the harness writes: `*.schema.json`. From the table of settings: `.env.example`.
 */
export async function generated(): Promise<ReadonlyMap<string, string>> {
  const service = parse(read('openapi/service.yaml'), tagged) as OpenAPI3;
  const schemas = Object.entries(service.components?.schemas ?? {});
  const validating = `${notice}${validators(schemas)}\n`;
  const written = writtenSchemas();
  return new Map([
    ['harness/contract/generated/service.d.ts', `${notice}\n${branded(astToString(await openapiTS(service)))}`],
    ['harness/contract/generated/contract.json', contract(validating)],
    ['harness/contract/generated/validators.js', validating],
    ['harness/contract/generated/validators.d.ts', `${notice}\n${declarations(schemas.map(([name]) => [name, '']))}`],
    ['harness/contract/generated/file-validators.js', `${fileNotice}${fileValidators(written)}\n`],
    ['harness/contract/generated/file-validators.d.ts', `${fileNotice}\n${fileValidatorTypes()}`],
    ...written,
    ['.env.example', envExample()],
  ]);
}

/** The generated files that are missing or out of date, as paths in the repository. */
export async function staleFiles(): Promise<readonly string[]> {
  return [...(await generated())]
    .filter(([file, text]) => !existsSync(new URL(file, root)) || read(file) !== text)
    .map(([file]) => file);
}

/** The types, with the signature header under any name of its form: `Service` stands in for a brand. */
function branded(types: string): string {
  return types.replace('"Service-Signature"?:', '[name: `$' + '{string}-Signature`]:');
}

function contract(validating: string): string {
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  const entries: [string, object][] = ['service', 'requirements', 'gaps'].map(name => {
    const text = read(`openapi/${name}.yaml`);
    return [
      name,
      { sha256: digest(text), data: parse(text, tagged), ...(name === 'service' && { lines: linesOf(text) }) },
    ];
  });
  entries.push(['validators', { sha256: digest(validating) }]);
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

/** Names the field by which ajv tells variants apart, so that it reports the errors of one of them. */
function tagged(_key: unknown, value: unknown): unknown {
  const variants: unknown = Object(value).oneOf;
  return Array.isArray(variants)
    ? { ...Object(value), discriminator: { propertyName: variants[0].required[0] } }
    : value;
}

/** The line of every place of a YAML text, from 1, by its JSON Pointer: of a key, the line of its name. */
function linesOf(text: string): { readonly [pointer: string]: number } {
  const counter = new LineCounter();
  const lines: { [pointer: string]: number } = {};
  const add = (node: unknown, pointer: string, named: unknown = node) => {
    if (pointer !== '' && isNode(named)) lines[pointer] = counter.linePos(named.range?.[0] ?? 0).line;
    if (isMap(node))
      for (const { key, value } of node.items) add(value, `${pointer}/${escapePointer(String(key))}`, key);
    if (isSeq(node)) for (const [index, item] of node.items.entries()) add(item, `${pointer}/${index}`);
  };
  add(parseDocument(text, { lineCounter: counter }).contents, '');
  return lines;
}

function validators(schemas: readonly (readonly [string, object])[]): string {
  const ajv = new Ajv2020({ allErrors: true, discriminator: true, code: { source: true, esm: true, lines: true } });
  ajv.addVocabulary(['x-requirement', 'x-required-by', 'x-gap']);
  // Each schema has the id by which the others refer to it, so that ajv needs no knowledge of OpenAPI.
  for (const [name, schema] of schemas) ajv.addSchema(schema, `#/components/schemas/${name}`);
  const exported = Object.fromEntries(schemas.map(([name]) => [name, `#/components/schemas/${name}`]));
  return standalone.default(ajv, exported);
}

/** @param written the schemas of what the harness writes; it reads some of it again */
function fileValidators(written: ReturnType<typeof writtenSchemas>): string {
  const ajv = new Ajv2020({ discriminator: true, code: { source: true, esm: true, lines: true } });
  for (const [name, { json }] of Object.entries(FILE_SCHEMAS)) ajv.addSchema(json, name);
  ajv.addSchema(JSON.parse(read('harness/facts/facts.schema.json')), 'Facts');
  for (const [name, from] of Object.entries(READ_AGAIN)) {
    const [, schema = '{}'] = written.find(([file]) => file === from) ?? [];
    ajv.addSchema(JSON.parse(schema), name);
  }
  const names = [...Object.keys(FILE_SCHEMAS), 'Facts', ...Object.keys(READ_AGAIN)];
  return standalone.default(ajv, Object.fromEntries(names.map(name => [name, name])));
}

function fileValidatorTypes(): string {
  const imported = [
    "import type { FILE_SCHEMAS } from '../../settings/file-schemas.ts';",
    "import type { Of } from '../../base/schema.ts';",
    "import type { Lifecycle as LifecycleFile } from '../../facts/lifecycle/lifecycle.ts';",
    "import type { Statement as StatementFile } from '../../report/statement/statement.ts';",
  ];
  const types = Object.keys(FILE_SCHEMAS).map(name => [name, `<Of<(typeof FILE_SCHEMAS)['${name}']>>`] as const);
  return declarations(
    [...types, ['Facts', ''], ['Lifecycle', '<LifecycleFile>'], ['Statement', '<StatementFile>']],
    imported,
  );
}

/** The declarations of validators, each with the type argument of what it accepts. */
function declarations(types: readonly (readonly [name: string, of: string])[], imported: readonly string[] = []) {
  const lines = types.map(([name, of]) => `export declare const ${name}: ValidateFunction${of};`);
  return ["import type { ValidateFunction } from 'ajv';", ...imported, '', ...lines, ''].join('\n');
}

/** What the harness writes and reads again, by the name of its validator. */
const READ_AGAIN = {
  Lifecycle: 'harness/contract/generated/lifecycle.schema.json',
  Statement: 'harness/contract/generated/verdict.schema.json',
} as const;

/** The schemas of files that the harness writes for other programs, each from its type. */
function writtenSchemas(): readonly (readonly [file: string, text: string])[] {
  const written = [
    ['summary', 'report/summary.ts', 'Summary', 'summary.json'],
    ['lifecycle', 'facts/lifecycle/lifecycle.ts', 'Lifecycle', 'lifecycle.json'],
    ['vectors', 'gates/sdk/signature-cases.ts', 'Vectors', 'onramp-harness/vectors'],
    ['verdict', 'report/statement/statement.ts', 'Statement', 'verdict.json'],
  ] as const;
  const outputs = [...Object.keys(COMMANDS), 'gate-init', 'error']
    .filter(name => !PRINT_SUMMARY.has(name))
    .map(name => [`output-${name}`, 'cli/outputs.ts', 'Outputs', `${name} --json`, name] as const);
  const source = (file: string) => new URL(`harness/${file}`, root);
  const all = [...written, ...outputs];
  const schemaOf = schemasOfTypes(all.map(([, file]) => source(file)));
  return all.map(([name, file, type, title, member]) => {
    const schema = schemaOf(source(file), type, { $id: `urn:onramp-harness:${name}`, title }, member);
    return [`harness/contract/generated/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`];
  });
}

/** Commands that print a summary.json with `--json`. */
const PRINT_SUMMARY: ReadonlySet<string> = new Set(['run', 'gate', 'merge', 'replay']);

function envExample(): string {
  const rows = Object.entries<Setting>(SETTINGS).flatMap(([name, { heading, about }]) => [
    ...(heading === undefined ? [] : ['', `# ── ${`${heading} `.padEnd(100, '─')}`]),
    ...comment(about),
    `${name}=`,
  ]);
  const head =
    'Every setting of the harness. Copy this file to .env and fill in what applies. An empty setting is not set.';
  const foot =
    'The environment itself overrides this file. Only there, not here: HTTP_PROXY, HTTPS_PROXY and NO_PROXY, through ' +
    'which a remote target is reached, and NODE_EXTRA_CA_CERTS, a file with the certificates of further authorities.';
  return [...comment(head), ...rows, '', ...comment(foot), ''].join('\n');
}

/** A comment in lines of at most 120 columns. */
function comment(text: string): readonly string[] {
  return text.match(/.{1,117}(?: |$)/g)?.map(line => `# ${line.trimEnd()}`) ?? [];
}

function read(file: string): string {
  return readFileSync(new URL(file, root), 'utf8');
}

if (import.meta.main) {
  if (process.argv.includes('--check')) {
    const stale = await staleFiles();
    if (stale.length > 0) {
      process.stderr.write(`${stale.join(', ')}: out of date; run \`npm run generate\`\n`);
      process.exitCode = 1;
    }
  } else {
    for (const [file, text] of await generated()) writeFileSync(new URL(file, root), text);
  }
}
