import { expect, test } from 'vitest';
import { CALM } from '../world/simulated/disturbances.ts';
import { driveNight, nightCase, type ProofCase, type ProofRow } from './case.ts';

const row = ({ name }: ProofCase, isRed: boolean): ProofRow => ({
  ...{ kind: 'night', name, by: [], found: isRed ? ['a breach'] : [], milliseconds: 1 },
  outcome: isRed ? 'red' : 'green',
});

test('A simulated night is determined by its seed and number', () => {
  const job = { seed: 3, night: 5, isFaulty: false };
  expect(nightCase(job, [])).toEqual(nightCase(job, []));
  expect(nightCase({ ...job, night: 6 }, [])).not.toEqual(nightCase(job, []));
});

test('Reduced simulated nights draw a few scenarios each, and together all of them', () => {
  const all = Array.from({ length: 9 }, (_, nth) => `suite/${nth}`);
  const nights = Array.from({ length: 60 }, (_, night) =>
    nightCase({ seed: 3, night, isFaulty: false, isReduced: true }, all),
  );
  expect(new Set(nights.map(({ only }) => new Set(only).size))).toEqual(new Set([3]));
  expect(new Set(nights.flatMap(({ only = [] }) => only))).toEqual(new Set(all));
  expect(nightCase({ seed: 3, night: 0, isFaulty: true, isReduced: true }, all).only).toBeUndefined();
});

test('A simulated night with a fault names it, and loses no call', () => {
  const night = nightCase({ seed: 3, night: 5, isFaulty: true }, []);
  expect(night.name).toBe(`night 5 with ${night.faults[0]}`);
  expect(night.disturbances).toMatchObject({ refused: 0, cut: 0, outages: [], jumps: [] });
});

test('A missed fault is hidden only if it is caught without the disturbances of the night', async () => {
  const night = nightCase({ seed: 3, night: 5, isFaulty: true }, []);
  const disturbed = { ...night, disturbances: { ...CALM, stalls: [{ at: 1, ms: 1 }] } };
  const drive = (whenCalm: ProofRow['outcome']) =>
    driveNight(disturbed, async own => ({
      ...row(own, false),
      outcome: own.disturbances?.stalls.length === 0 ? whenCalm : 'missed',
    }));
  expect((await drive('caught')).outcome).toBe('hidden');
  expect((await drive('missed')).outcome).toBe('missed');
});

test('A successful simulated night is driven once', async () => {
  const driven: ProofCase[] = [];
  const night = nightCase({ seed: 1, night: 0, isFaulty: false }, []);
  const { outcome } = await driveNight(night, async own => {
    driven.push(own);
    return row(own, false);
  });
  expect({ outcome, driven: driven.length }).toEqual({ outcome: 'green', driven: 1 });
});

test('A failed simulated night says how it was driven', async () => {
  const drawn = nightCase({ seed: 1, night: 0, isFaulty: false }, []);
  const night = { ...drawn, disturbances: CALM, only: ['a', 'b'], orders: 5, shards: 2 };
  const { found } = await driveNight(night, async own => row(own, true));
  expect(found).toEqual(['a breach', `with a, b, 5 orders, 2 runs and ${JSON.stringify(CALM)}`]);
});
