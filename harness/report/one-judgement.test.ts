import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { unmeasured } from '../judgement/mutation/measure.ts';
import { aSoundRun, signed } from '../testing/evidence.ts';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { conclude } from './conclude.ts';
import { RunIndex } from './run-index.ts';
import { byId, type Statuses } from './testing/page.ts';
import { writeReports } from './write-run-folder.ts';

const newFolder = temporaryFolders();

/** More journeys than a finding lists as examples. */
const CREDITED = 30;

/** A run in which thirty failed orders are credited, one delivery is unsigned and one journey is cut off. */
function evidenceOf(): Evidence {
  const run = aSoundRun();
  for (let nth = 0; nth < CREDITED; nth++) {
    const credited = run.journey({ scenario: `credited/${nth % 3}` });
    credited.step('fail', { sends: ['collection.failed', COMPLETED] });
    credited.end();
  }
  const unsigned = run.journey({ scenario: 'unsigned' });
  unsigned.step('expire', { sends: [] });
  unsigned.deliver('collection.expired', { signatures: [signed(run.now, { slots: [] })] });
  unsigned.end();
  run.journey({ scenario: 'cut-off' });
  const { evidence } = run;
  const stopped = { outcome: 'skipped', reason: 'the run was stopped' } as const;
  const scenarios = evidence.scenarios.map(own => (own.id === 'cut-off' ? { ...own, ...stopped } : own));
  return { ...evidence, scenarios };
}

const folder = newFolder();
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const conclusion = conclude(evidenceOf(), unmeasured);
const { summary } = conclusion;
const scenarios = byId(summary.scenarios);
const requirements = byId(summary.requirements);
const write = () => writeReports(folder, new RunIndex(evidenceOf(), summary), conclusion);
beforeAll(() => void write());

test('Every artifact of a run has the same bytes if it is written again', () => {
  const files = ['ctrf.json', 'exchanges.har', 'facts.json', 'junit.xml', 'lifecycle.json'].concat([
    'report.html',
    'report.md',
    'summary.json',
  ]);
  expect(readdirSync(folder).sort()).toEqual(files);
  const first = files.map(read);
  expect(write().toSorted()).toEqual(files);
  expect(files.map(read)).toEqual(first);
});

test('Every journey that shows a breach fails, also beyond the examples of its finding', () => {
  const failed = summary.journeys?.filter(({ status }) => status === 'failed') ?? [];
  const unsigned = ['unsigned'];
  expect(failed.filter(({ scenario }) => !unsigned.includes(scenario))).toHaveLength(CREDITED);
  expect(failed).toHaveLength(CREDITED + unsigned.length);
});

test('Every status of a run is in its summary', () => {
  expect(JSON.parse(read('summary.json'))).toEqual(JSON.parse(JSON.stringify(summary)));
});

test('The statuses in ctrf.json agree with the summary', () => {
  const { tests } = JSON.parse(read('ctrf.json')).results;
  expect(
    byId(tests.map(({ extra, status }: { extra: { id: string }; status: string }) => ({ ...extra, status }))),
  ).toEqual(scenarios);
});

test('The statuses in junit.xml agree with the summary', () => {
  const cases = read('junit.xml').matchAll(/<testcase ([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs);
  const found: Statuses = Object.fromEntries(
    [...cases].map(([, attributes = '', content = '']) => {
      const [, id = ''] = /\bname="([^":]+)/.exec(attributes) ?? [];
      const failed = /<(failure|error)\b/.test(content);
      return [id, failed ? 'failed' : content.includes('<skipped') ? 'skipped' : 'passed'];
    }),
  );
  expect(found).toMatchObject(scenarios);
  const asCase = { violated: 'failed', verified: 'passed' };
  for (const [id, status] of Object.entries(requirements))
    expect({ id, status: found[id] }).toEqual({ id, status: asCase[status as keyof typeof asCase] ?? 'skipped' });
});

test('The statuses in report.md agree with the summary', () => {
  const text = read('report.md');
  const sectionOf = (heading: RegExp) =>
    text.split(/^##+ |^<details><summary>/m).find(section => heading.test(section)) ?? '';
  const ids = (section: string) => [...section.matchAll(/^\| `([^`]+)` /gm)].map(([, id = '']) => id);
  const rows = [...sectionOf(/^Scenarios/).matchAll(/^\| `([^`]+)` \| . (\w+)/gm)];
  expect(Object.fromEntries(rows.map(([, id, status]) => [id, status]))).toEqual(scenarios);
  for (const [heading, status] of [
    [/^✗ violated/, 'violated'],
    [/^◐ not exercised/, 'not-exercised'],
    [/^✓ verified/, 'verified'],
    [/^– not testable/, 'not-testable'],
  ] as const)
    expect(ids(sectionOf(heading)).sort()).toEqual(
      Object.keys(requirements)
        .filter(id => requirements[id] === status)
        .sort(),
    );
});
