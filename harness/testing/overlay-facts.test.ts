import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { jsonOf, walk } from '../core/json.ts';
import { realWorld } from '../core/real-world.ts';
import { facts } from '../facts/facts.ts';
import { learn } from '../facts/learn.ts';
import { overlayOf } from '../facts/overlay.ts';
import { readRecord } from '../record/read-record.ts';
import { aSoundRun } from './evidence.ts';
import { overlayFacts } from './overlay-facts.ts';
import { callSimulated } from './simulated-service.ts';
import { temporaryFolders } from './temporary-folders.ts';

const newFolder = temporaryFolders();

function folder(): string {
  const path = newFolder();
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('The contract with the facts of a run allows everything in the record of that run', async () => {
  const out = join(folder(), 'run');
  await callSimulated(['run', '--target', 'embedded', '--orders', '72', '--out', out]);
  const evidence = readRecord(out);
  const overlay = overlayOf(facts(evidence, learn(evidence)));
  expect(overlay.actions.length).toBeGreaterThan(30);
  const bundle = parse(readFileSync(await overlayFacts(realWorld(), overlay, folder()), 'utf8'));
  const enumerations = [...walk(bundle)].filter(({ key }) => key === 'enum').map(({ pointer }) => pointer);
  const contract = parse(readFileSync(new URL('../../openapi/service.yaml', import.meta.url), 'utf8'));
  expect(enumerations).toEqual([...walk(contract)].filter(({ key }) => key === 'enum').map(({ pointer }) => pointer));

  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'https://bundle.invalid/service', ...bundle });
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

test('A target that is not in the contract is refused', async () => {
  const { evidence } = aSoundRun();
  const overlay = overlayOf(facts(evidence, learn(evidence)));
  const lost = { target: "$['paths']['/no/such/route']", update: { description: 'lost', 'x-observed': [] } };
  await expect(
    overlayFacts(realWorld(), { ...overlay, actions: [...overlay.actions, lost] }, folder()),
  ).rejects.toMatchObject({ code: 'overlay-unmatched' });
});
