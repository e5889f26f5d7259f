import { HarnessError } from '../base/errors.ts';
import { allNear } from '../base/nearest.ts';
import { isIntrusiveAllowed, type PlanRequest } from '../journeys/plan/run-plan.ts';
import type { Scenario } from '../journeys/scenario.ts';
import type { Target } from '../journeys/target.ts';
import { ownCommand } from '../settings/own-command.ts';

/**
 * The ids of the scenarios that `--only` names, each by its id or by its name alone: `collection/failure`, `failure`.
 *
 * @throws HarnessError `scenario-unknown`, or `scenario-left-out` where another option leaves it out (usage)
 */
export function scenariosNamed(
  names: readonly string[],
  request: Pick<PlanRequest, 'scenarios' | 'suites' | 'probeLimits'>,
  kind: Target['kind'],
): readonly string[] {
  const { scenarios, suites } = request;
  return names.map(name => {
    const found = scenarios.find(({ id }) => id === name) ?? scenarios.find(({ id }) => nameOf(id) === name);
    if (found === undefined) throw unknown(name, scenarios);
    const { id, suite, intrusive } = found;
    if (suites.length > 0 && !suites.includes(suite)) throw leftOut(`${id} is not in ${suites.join(', ')}`, '--suite');
    if (intrusive && !isIntrusiveAllowed(request, kind))
      throw leftOut(`${id} sends bursts and large bodies, to a remote target only on request`, '--probe-limits');
    return id;
  });
}

function nameOf(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}

function unknown(name: string, scenarios: readonly Scenario[]): HarnessError {
  const ids = scenarios.map(({ id }) => id);
  const word = nameOf(name);
  const near = allNear(word, ids.map(nameOf)).map(close => ids.find(id => nameOf(id) === close));
  const close = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
  return new HarnessError('scenario-unknown', 'usage', `there is no scenario "${name}"${close}`, {
    next: `\`${ownCommand('explain', 'scenarios')}\` lists every scenario`,
  });
}

function leftOut(why: string, option: string): HarnessError {
  const next = option === '--suite' ? 'leave --suite out' : `add ${option}`;
  return new HarnessError('scenario-left-out', 'usage', why, { next });
}
