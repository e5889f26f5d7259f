import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CalledRun, callCommand, callRun } from '#testing';

const drift = (...args: readonly string[]) => callCommand(['drift', ...args]);

/** A breach of the credit signal, and a breach of a format. */
const MONEY = 'event.completed-never-on-failure';
const FORM = 'response.request-id';

describe('A finding that is new between two runs', () => {
  const runs: CalledRun[] = [];

  /** Scenarios that show the credit signal, and answers. */
  const SCENARIOS = {
    contract: ['contract/authentication', 'contract/name-enquiry'],
    collection: ['collection/happy-path', 'collection/failure'],
  } as const;

  async function run(of: readonly (keyof typeof SCENARIOS)[], ...faults: readonly string[]): Promise<CalledRun> {
    const scenarios = of.flatMap(suite => SCENARIOS[suite]).flatMap(id => ['--only', id]);
    const args = [...scenarios, ...faults.flatMap(fault => ['--fault', fault])];
    const done = await callRun(['run', '--seed', '7', ...args]);
    runs.push(done);
    return done;
  }

  let sound: CalledRun;
  let both: CalledRun;
  let form: CalledRun;
  beforeAll(async () => {
    [sound, both, form] = await Promise.all([
      run(['contract', 'collection']),
      run(['contract', 'collection'], 'completed-after-fail', 'request-id-missing-on-errors'),
      run(['contract'], 'request-id-missing-on-errors'),
    ]);
    expect([sound, both, form].map(({ code }) => code)).toEqual([0, 1, 1]);
  });
  afterAll(() => {
    for (const done of runs) done[Symbol.dispose]();
  });

  test('exits 1 if no fact changes', async () => {
    const { code, stdout } = await drift(sound.folder, form.folder);
    expect(code).toBe(1);
    expect(stdout).not.toContain('NO DRIFT');
    expect(stdout).toContain(FORM);
  });

  test('comes first if it concerns money, before the other findings and the facts', async () => {
    for (const args of [[], ['--markdown']]) {
      const { code, stdout } = await drift(sound.folder, both.folder, ...args);
      expect(code).toBe(1);
      expect(stdout).not.toContain('NO BREAKING CHANGE');
      const places = [MONEY, FORM, 'event.names'].map(text => stdout.indexOf(text));
      expect(places, stdout).toEqual(places.toSorted((a, b) => a - b));
      expect(Math.min(...places), stdout).toBeGreaterThanOrEqual(0);
    }
  });

  test('is in the JSON output, too', async () => {
    const { stdout } = await drift(sound.folder, both.folder, '--json');
    const found = JSON.parse(stdout).findings.new.map(({ requirement }: { requirement: string }) => requirement);
    expect(found).toEqual(expect.arrayContaining([MONEY, FORM]));
  });

  test('is shown if both runs are nonconformant', async () => {
    const { code, stdout } = await drift(form.folder, both.folder);
    expect(code).toBe(1);
    expect(stdout).toContain(MONEY);
  });

  test('is absent if both runs have the same findings, or if a finding disappears', async () => {
    for (const [old, fresh] of [
      [form, form],
      [form, await run(['contract'], 'request-id-missing-on-errors')],
      [form, await run(['contract'])],
    ] as const) {
      expect((await drift(old.folder, fresh.folder)).code).toBe(0);
    }
  });
});
