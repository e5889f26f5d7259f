import { HarnessError } from '../../core/errors.ts';
import { nearest } from '../../core/nearest.ts';
import { ALL_FAULTS } from './all-faults.ts';
import type { FaultHooks, FaultInfo } from './fault.ts';
import { FaultSet } from './fault-set.ts';
import { intermittent } from './intermittent.ts';

const SUFFIX = '-intermittent';

/** Every fault that the sandbox can commit, by name. Any of them can also be named with `-intermittent` behind it. */
export function listFaults(): readonly FaultInfo[] {
  return ALL_FAULTS.flatMap(({ name, requirement, summary, listedIntermittent }) => [
    { name, requirement, summary },
    ...(listedIntermittent ? [{ name: name + SUFFIX, requirement, summary: `One time in five: ${summary}` }] : []),
  ]);
}

/** The faults of these names. @throws HarnessError `fault-unknown` (usage), naming the nearest */
export function findFaults(names: readonly string[]): FaultSet {
  return new FaultSet(names.flatMap(hooksOf));
}

function hooksOf(name: string): FaultHooks[] {
  const exact = ALL_FAULTS.find(fault => fault.name === name);
  if (exact !== undefined) return [exact.groundwork ?? {}, exact.hooks];
  const sometimes = ALL_FAULTS.find(fault => fault.name + SUFFIX === name);
  if (sometimes !== undefined) return [sometimes.groundwork ?? {}, intermittent(sometimes.hooks)];
  const known = ALL_FAULTS.map(fault => fault.name);
  const near = nearest(name, known);
  throw new HarnessError('fault-unknown', 'usage', `there is no fault named ${JSON.stringify(name)}`, {
    received: name,
    ...(near !== undefined && { likely: `${near} was meant` }),
    next: '`explain faults` lists them',
  });
}
