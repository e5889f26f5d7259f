import fc from 'fast-check';
import { HarnessError } from '../../../base/errors.ts';
import { didYouMean } from '../../../base/nearest.ts';
import type { SoundWebhook } from '../../../sandbox/index.ts';
import { HISTORY, isHistory } from '../case-id.ts';
import { creditsOnce, type EndpointCase } from '../endpoint-case.ts';
import type { Trial } from '../trial.ts';
import { CREDIT_CASES } from './credit-cases.ts';
import { FORGERIES } from './forgeries.ts';
import { HTTP_CASES } from './http-cases.ts';
import { SIGNATURE_CASES } from './signature-cases.ts';

/** Every case but the crash, which needs a command, and drawn histories. The first runs before all others. */
export const KNOWN_CASES: readonly EndpointCase[] = [...CREDIT_CASES, ...SIGNATURE_CASES, ...HTTP_CASES];

/** The case of an id. @throws HarnessError `case-unknown` (usage) */
export function caseOf(id: string, known: readonly EndpointCase[]): EndpointCase {
  const found = known.find(each => each.id === id) ?? historyOf(id);
  if (found !== undefined) return found;
  const ids = known.map(each => each.id);
  throw new HarnessError('case-unknown', 'usage', `there is no case "${id}" for this endpoint${didYouMean(id, ids)}`, {
    next: 'findings name their cases; junit.xml lists all cases',
  });
}

/** What can happen in a drawn history. `other` is an event that credits nobody. */
const ACTIONS = ['completed', 'again', 'respelt', 'together', 'cut', 'forged', 'other'] as const;
type Action = (typeof ACTIONS)[number];

/** One action on the nth order of a history. */
interface Happening {
  readonly action: Action;
  readonly nth: number;
}

const ORDERS = 3;
const MOST_HAPPENINGS = 10;

const HISTORIES = fc.array(
  fc.record({ action: fc.constantFrom(...ACTIONS), nth: fc.integer({ min: 1, max: ORDERS }) }),
  {
    minLength: 3,
    maxLength: MOST_HAPPENINGS,
  },
);

/** Histories that a seed draws. */
export function drawnHistories(seed: number, count: number): readonly EndpointCase[] {
  return fc.sample(HISTORIES, { seed, numRuns: count }).map(historyCase);
}

/** The history of a case's id (`credit.isolation/completed1+again1`); undefined where it is not one. */
function historyOf(id: string): EndpointCase | undefined {
  if (!isHistory(id)) return undefined;
  const happenings = id.slice(HISTORY.length).split('+').map(read);
  return happenings.every(happening => happening !== undefined) ? historyCase(happenings) : undefined;
}

/** Every history that lacks one happening of a longer one. */
export function shorter({ id }: EndpointCase): readonly EndpointCase[] {
  const words = id.slice(HISTORY.length).split('+');
  if (!isHistory(id) || words.length < 2) return [];
  const shorter = words.map((_, nth) => words.toSpliced(nth, 1).join('+'));
  return [...new Set(shorter)].flatMap(text => historyOf(HISTORY + text) ?? []);
}

function read(word: string): Happening | undefined {
  const [, name, nth] = /^([a-z]+)([1-9])$/.exec(word) ?? [];
  const action = ACTIONS.find(known => known === name);
  return action === undefined || Number(nth) > ORDERS ? undefined : { action, nth: Number(nth) };
}

function historyCase(happenings: readonly Happening[]): EndpointCase {
  const id = HISTORY + happenings.map(({ action, nth }) => action + nth).join('+');
  const where = 'the events of several orders mix with duplicates and forgeries';
  return creditsOnce(id, 'credit.isolation', where, async trial => {
    const webhooks = new Map<number, SoundWebhook>();
    for (const { action, nth } of happenings) {
      const webhook = webhooks.get(nth) ?? (await trial.completed(trial.order(0)));
      webhooks.set(nth, webhook);
      await happen(trial, action, webhook);
    }
  });
}

async function happen(trial: Trial, action: Action, webhook: SoundWebhook): Promise<void> {
  const { bench } = trial;
  if (action === 'forged') {
    const [forgery] = FORGERIES;
    for (const request of forgery?.make(bench, webhook) ?? []) await trial.once(webhook, request, 'forged', 'forged');
    return;
  }
  if (action === 'other') return trial.uncredited(bench.source.event(webhook.orderId, 'collection.updated'));
  trial.expect(webhook.orderId, 1);
  if (action === 'together') return trial.together(webhook, [bench.signed(webhook), bench.signed(webhook)]);
  const respelt = action === 'respelt' ? bench.source.rewrite(webhook, { spacing: 'indented' }) : webhook;
  await trial.sound(respelt, action, action === 'cut' ? { cutAfterMs: bench.paceMs / 2 } : {});
}
