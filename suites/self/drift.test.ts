import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { callCommand, callSimulated, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

const fact = (value: unknown, more: object = {}) => ({
  ...{ gap: 'simulate.status', condition: 'expire', status: 'answered', value },
  ...{ count: 7, samples: 7, evidence: ['x1'], ...more },
});

function file(content: unknown): string {
  const path = join(newFolder(), 'facts.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const old = file({ target: 'https://one.test', facts: [fact(202), fact(200, { gap: 'preview.session' })] });

test.concurrent('drift that is breaking exits 1, as Markdown and as JSON', async () => {
  const fresh = file({ target: 'https://other.test', facts: [fact(200)] });
  const markdown = await callCommand(['drift', old, fresh]);
  expect(markdown.stdout).toContain('- changed `simulate.status (expire)`: 200 instead of 202');
  expect(markdown.stdout).toContain('Not exercised this time (1)');
  const json = await callCommand(['drift', old, fresh, '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({
    breaking: true,
    changes: [{ kind: 'changed', gap: 'simulate.status', old: 202, new: 200, breaking: true }],
    notExercised: [{ gap: 'preview.session' }],
  });
  expect([markdown.code, json.code]).toEqual([1, 1]);
});

test.concurrent('drift of lifecycles exits 1 if a step that both explored has different answers', async () => {
  const step = { from: 'new order', event: 'fail', to: 'dead' };
  const move = { ...step, answer: 'accepted', webhooks: [], count: 1, evidence: [] };
  const states = ['new order', 'dead'];
  const folder = (lifecycle: object) => {
    const path = dirname(file({ target: 't', facts: [fact(202)] }));
    writeFileSync(join(path, 'lifecycle.json'), JSON.stringify({ states, unexplored: [], ...lifecycle }));
    return path;
  };
  const before = folder({ transitions: [move] });
  const refused = await callCommand(['drift', before, folder({ transitions: [{ ...move, answer: 409 }] })]);
  expect(refused.stdout).toContain('DRIFT  1 changed step');
  expect(refused.stdout).toContain('`fail`: 409 instead of accepted, no webhook');
  const unexplored = folder({ transitions: [], unexplored: [{ from: 'new order', event: 'fail' }] });
  const less = await callCommand(['drift', before, unexplored]);
  expect(less.stdout).toContain('NO DRIFT  1 fact as before');
  expect([refused.code, less.code]).toEqual([1, 0]);
});

test.concurrent('drift between equal facts, of preview routes, or that only adds facts, exits 0', async () => {
  const facts = [fact(202), fact(404, { gap: 'preview.session' }), fact(1, { gap: 'limits.size' })];
  for (const [fresh, said] of [
    [old, 'NO DRIFT  2 facts as before'],
    [file({ target: 't', facts }), 'NO BREAKING CHANGE  2 other changes'],
  ] as const)
    expect(await callCommand(['drift', old, fresh])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(said),
    });
});

describe('A comparison of two runs', () => {
  const CONTRACT = ['contract/authentication', 'contract/name-enquiry'];
  const COLLECTION = ['collection/happy-path', 'collection/failure'];
  /** A breach of the credit signal, and a breach of a format. */
  const MONEY = 'event.completed-never-on-failure';
  const FORM = 'response.request-id';
  const OF_MONEY = ['--fault', 'completed-after-fail'];
  const OF_FORM = ['--fault', 'request-id-missing-on-errors'];

  const run = async (scenarios: readonly string[] = COLLECTION, ...args: readonly string[]) => {
    const out = join(newFolder(), 'run');
    const words = [...scenarios.flatMap(id => ['--only', id]), '--seed', '7', ...args];
    const { code, stdout } = await callSimulated(['run', '--out', out, ...words]);
    return { code, out, stdout, summary: JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) };
  };
  type Run = Awaited<ReturnType<typeof run>>;
  const drift = (old: Run, fresh: Run, ...args: readonly string[]) =>
    callCommand(['drift', old.out, fresh.out, ...args]);

  let sound: Run;
  let both: Run;
  let form: Run;
  beforeAll(async () => {
    const all = [...CONTRACT, ...COLLECTION];
    [sound, both, form] = [await run(all), await run(all, ...OF_MONEY, ...OF_FORM), await run(CONTRACT, ...OF_FORM)];
    expect([sound, both, form].map(({ code }) => code)).toEqual([0, 1, 1]);
  });

  test('exits 1 if a finding is new, even without changed facts or if both runs are nonconformant', async () => {
    const [unlike, worse] = [await drift(sound, form), await drift(form, both)];
    expect([unlike.code, worse.code]).toEqual([1, 1]);
    expect(unlike.stdout).not.toContain('NO DRIFT');
    expect(unlike.stdout).toContain(FORM);
    expect(worse.stdout).toContain(MONEY);
  });

  test('lists findings about money before other findings and facts, and has all as JSON', async () => {
    const { code, stdout } = await drift(sound, both);
    expect(code).toBe(1);
    expect(stdout).not.toContain('NO BREAKING CHANGE');
    const places = [MONEY, FORM, 'event.names'].map(text => stdout.indexOf(text));
    expect(places, stdout).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.min(...places), stdout).toBeGreaterThanOrEqual(0);
    const json = await drift(sound, both, '--json');
    const found = JSON.parse(json.stdout).findings.new.map(({ requirement }: { requirement: string }) => requirement);
    expect(found).toEqual(expect.arrayContaining([MONEY, FORM]));
  });

  test('exits 0 if both have the same findings, or one is gone', async () => {
    for (const fresh of [await run(CONTRACT, ...OF_FORM), sound]) expect((await drift(form, fresh)).code).toBe(0);
  });

  test('lists what is new, and dates the known failures', async () => {
    const broken = await run(COLLECTION, ...OF_MONEY, '--baseline', sound.out);
    expect(broken.stdout).toMatch(/findings: [1-9] new, 0 known, 0 gone/);
    const again = await run(COLLECTION, ...OF_MONEY, '--baseline', broken.out);
    expect(again.stdout).toMatch(/findings: 0 new, [1-9] known, 0 gone/);
    const third = await run(COLLECTION, ...OF_MONEY, '--baseline', again.out);
    const since = broken.summary.startedAt;
    for (const { summary } of [again, third]) expect(summary.findings[0]).toMatchObject({ since });
    expect(readFileSync(join(third.out, 'report.md'), 'utf8')).toContain('known since 20');
    const { stdout } = await drift(sound, broken);
    expect(stdout).toMatch(/event\.completed-never-on-failure/);
  });
});
