import { HarnessError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest.ts';
import type { Dialect } from '../../evidence/dialect.ts';
import { ownCommand } from '../../settings/own-command.ts';
import { resolveDialect } from '../dialect/resolve-dialect.ts';
import { ACCESS_FAULTS } from './access-faults.ts';
import { DELIVERY_FAULTS } from './delivery-faults.ts';
import { EVENT_FAULTS } from './event-faults.ts';
import { EVENT_ID_FAULTS } from './event-id-faults.ts';
import type { FaultHooks, FaultInfo, FaultPoints, FaultSet } from './fault.ts';
import { FIELD_FAULTS } from './field-faults.ts';
import { IDENTITY_FAULTS } from './identity-faults.ts';
import { INPUT_FAULTS } from './input-faults.ts';
import { MIX_UP_FAULTS } from './mix-up-faults.ts';
import { MONEY_FAULTS } from './money-faults.ts';
import { RESPONSE_FAULTS } from './response-faults.ts';
import { SIGNATURE_FAULTS } from './signature-faults.ts';
import { STEP_FAULTS } from './step-faults.ts';

const FAULTS = [
  SIGNATURE_FAULTS,
  DELIVERY_FAULTS,
  EVENT_FAULTS,
  EVENT_ID_FAULTS,
  STEP_FAULTS,
  MIX_UP_FAULTS,
  MONEY_FAULTS,
  FIELD_FAULTS,
  ACCESS_FAULTS,
  INPUT_FAULTS,
  IDENTITY_FAULTS,
  RESPONSE_FAULTS,
]
  .flatMap(table => Object.entries(table))
  .flatMap(([requirement, faults]) =>
    Object.entries(faults).map(([name, [summary, hooks, options]]) => ({
      name,
      requirement,
      summary,
      hooks,
      breaks: () => true,
      alsoBreaks: [],
      advises: false,
      ...options,
    })),
  );

const INTERMITTENT = '-intermittent';
const PERIOD = 5;
// Not the first occasion, from which the dialect is learned, but early enough for a short run.
const OFFSET = 2;

/** Every fault of the sandbox, by name. For each of them, `NAME-intermittent` can also be selected. */
export function listFaults(): readonly FaultInfo[] {
  return FAULTS.flatMap(({ name, requirement, alsoBreaks, advises, summary, breaks, alsoIntermittent }) => {
    const always = { name, requirement, alsoBreaks, advises, summary, breaks };
    const atTimes = {
      ...{ ...always, name: name + INTERMITTENT, summary: `One time in five: ${summary}` },
      ...(typeof alsoIntermittent === 'function' && {
        breaks: (dialect: Parameters<typeof breaks>[0]) => breaks(dialect) && alsoIntermittent(dialect),
      }),
    };
    return alsoIntermittent ? [always, atTimes] : [always];
  });
}

/** Whether a fault breaks anything in a dialect. In some dialects the faulty behaviour is conformant. */
export function breaksIn({ breaks }: FaultInfo, dialect?: Dialect): boolean {
  return breaks(resolveDialect(dialect));
}

/** The faults with these names. @throws HarnessError `fault-unknown` (usage), with the nearest name */
export function selectFaults(names: readonly string[]): FaultSet {
  const active = names.flatMap(hooksOf);
  return {
    apply: (point, value, context) =>
      active.reduce((passing, hooks) => hooks[point]?.(passing, context) ?? passing, value),
  };
}

function hooksOf(name: string): FaultHooks[] {
  for (const fault of FAULTS) {
    if (name === fault.name) return [fault.setup ?? {}, fault.hooks];
    if (name === fault.name + INTERMITTENT) return [fault.setup ?? {}, intermittent(fault.hooks)];
  }
  const near = didYouMean(
    name,
    FAULTS.map(fault => fault.name),
  );
  throw new HarnessError('fault-unknown', 'usage', `there is no fault ${JSON.stringify(name)}${near}`, {
    next: `\`${ownCommand('explain', 'faults')}\` lists them`,
  });
}

/** A fault that acts on every fifth occasion: the third, the eighth, and so on. */
function intermittent(hooks: FaultHooks): FaultHooks {
  const points = Object.keys(hooks) as (keyof FaultPoints)[];
  return Object.assign({}, ...points.map(point => ({ [point]: everyFifth(hooks, point) })));
}

function everyFifth<P extends keyof FaultPoints>(hooks: FaultHooks, point: P): FaultHooks[P] {
  let occasions = 0;
  const hook = (value: FaultPoints[P][0], context: FaultPoints[P][1]) => {
    const faulty = hooks[point]?.(value, context);
    return faulty === undefined || occasions++ % PERIOD !== OFFSET ? undefined : faulty;
  };
  return hook as FaultHooks[P];
}
