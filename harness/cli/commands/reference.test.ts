import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { type Json, jsonOf, walk } from '../../base/json.ts';
import { ownPath } from '../../base/own-files.ts';
import { service } from '../../contract/service.ts';
import { readRecord } from '../../evidence/record/read-record.ts';
import { facts } from '../../facts/facts.ts';
import { learn } from '../../facts/learn.ts';
import { hasBrowser, openPage, startBrowser } from '../../report/testing/browser.ts';
import { aSoundRun } from '../../testing/evidence.ts';
import { callProgram } from '../../testing/run-cli.ts';
import { callSimulated } from '../../testing/simulated-service.ts';
import { temporaryFolders } from '../../testing/temporary-folders.ts';
import { observedService, overlayOf } from './reference.ts';

const newFolder = temporaryFolders();

const REDOCLY = dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json'));

/** Runs the command line of Redocly, without telemetry. Its options change often, so its version is pinned. */
async function redocly(...args: readonly string[]): Promise<void> {
  const env = { HOME: process.env.HOME ?? '', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { code, stdout, stderr } = await callProgram([process.execPath, join(REDOCLY, 'bin/cli.js'), ...args], env)
    .ended;
  expect(code, stdout + stderr).toBe(0);
}

/** The facts of a short run. */
function observed() {
  const { evidence } = aSoundRun();
  return facts(evidence, learn(evidence));
}

test('The contract with the facts of a run allows everything in the record of that run', async () => {
  const out = join(newFolder(), 'run');
  await callSimulated(['run', '--target', 'embedded', '--orders', '72', '--out', out]);
  const evidence = readRecord(out);
  const document = observedService(facts(evidence, learn(evidence)));
  const places = (of: Json, name: string) =>
    [...walk(of)].filter(({ key }) => key === name).map(({ pointer }) => pointer);
  expect(places(document, 'x-observed').length).toBeGreaterThan(30);
  expect(places(document, 'enum')).toEqual(places(service(), 'enum'));

  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'https://bundle.invalid/service', ...document });
  const wrong = (name: string, value: unknown) => {
    const validate = ajv.getSchema(`https://bundle.invalid/service#/components/schemas/${name}`);
    return validate?.(value) === true ? [] : [`${name}: ${JSON.stringify(validate?.errors ?? 'no such schema')}`];
  };
  const events = evidence.deliveries.flatMap(({ body }) => wrong('WebhookEvent', jsonOf(body)?.value));
  const orders = evidence.exchanges
    .filter(({ operation, response }) => operation === 'getOnrampOrder' && response?.status === 200)
    .flatMap(({ response }) => wrong('OnrampOrder', response && jsonOf(response.body)?.value));
  expect(evidence.deliveries.length).toBeGreaterThan(50);
  expect([...events, ...orders]).toEqual([]);
});

test('Applying the overlay to the contract yields the generated document', async () => {
  const folder = newFolder();
  const [overlay, bundle] = [join(folder, 'overlay.yaml'), join(folder, 'service.yaml')];
  writeFileSync(overlay, stringify(overlayOf(observed()), { aliasDuplicateObjects: false }));
  await redocly('bundle', ownPath('openapi/service.yaml'), '--overlay', overlay, '--output', bundle);
  expect(parse(readFileSync(bundle, 'utf8'))).toEqual(JSON.parse(JSON.stringify(observedService(observed()))));
});

test.skipIf(!hasBrowser())('A tool for OpenAPI renders the document, with what was observed', async () => {
  const folder = newFolder();
  const [document, page] = [join(folder, 'reference.yaml'), join(folder, 'reference.html')];
  writeFileSync(document, stringify(observedService(observed()), { aliasDuplicateObjects: false }));
  await redocly('build-docs', document, '--inlineBundle', '--output', page);
  const browser = await startBrowser();
  const shown = await openPage(browser);
  await shown.goto(pathToFileURL(page).href);
  await shown.getByText('other values are possible').first().waitFor();
  await browser.close();
});
