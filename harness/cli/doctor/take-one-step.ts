import { HarnessError } from '../../base/errors.ts';
import { HAPPY_PATH } from '../../contract/lifecycle.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import type { Scenario } from '../../journeys/scenario.ts';
import { FAILED_RULES } from '../../webhooks/explain-refusal.ts';
import type { Terminal } from '../command.ts';
import { driveBriefly } from '../drive-run.ts';
import type { targetSettingsOf } from '../environment.ts';
import type { Examination } from '../outputs.ts';

/** The first step of the happy path, and its webhook. */
const FIRST = HAPPY_PATH[0] ?? 'deposit_detected';

const ONE_STEP: Scenario = {
  id: 'collection/first-step',
  suite: 'collection',
  title: `An order takes ${FIRST}, and its webhook arrives`,
  orders: { least: 1, most: 1 },
  async drive({ journeys }) {
    await journeys(async order => {
      await order.step(FIRST);
    });
  },
};

/**
 * Does what a run does first: runs `ORDER_COMMAND` and `WEBHOOK_COMMAND`, takes one step with one order, waits for one
 * webhook, and verifies it. The two commonest mistakes, a command that fails and a wrong secret, show here.
 */
export async function takeOneStep(
  terminal: Terminal,
  target: ReturnType<typeof targetSettingsOf>,
): Promise<readonly Examination[]> {
  try {
    const evidence = await driveBriefly(terminal, target, [ONE_STEP]);
    const { end } = evidence;
    return [end?.reason === 'done' ? diagnose(evidence) : failed(end?.message ?? 'it was stopped', end?.next)];
  } catch (thrown) {
    // As in a run: what fails before it begins, a command of the user, say.
    if (!(thrown instanceof HarnessError) || thrown.kind !== 'unreachable') throw thrown;
    const { received, next } = thrown.details;
    return [failed(`${thrown.message}${received === undefined ? '' : ` (${received})`}`, next)];
  }
}

function failed(what: string, next: string | undefined): Examination {
  const about = what.includes('WEBHOOK_COMMAND') ? 'webhooks' : what.includes('ORDER_') ? 'orders' : 'target';
  return { about, state: 'failed', what, next };
}

function diagnose({ scenarios, journeys, exchanges, deliveries }: Evidence): Examination {
  const skipped = scenarios.find(({ outcome }) => outcome === 'skipped');
  if (skipped) {
    const { reason = 'no order could be driven', setting } = skipped;
    return { about: 'orders', state: 'missing', what: reason, setting };
  }
  const [{ order = 'no order', steps = [] } = {}] = journeys;
  const answer = exchanges.find(({ id }) => id === steps[0]?.exchange)?.response;
  const called = `${FIRST} of the order ${order}`;
  if (answer === undefined || answer.status >= 300) {
    const what = `${called} was ${answer === undefined ? 'not answered' : `answered ${answer.status}`}`;
    return { about: 'orders', state: 'failed', what, next: 'check ORDER_COMMAND or ORDER_IDS: a run needs new orders' };
  }
  const [first] = deliveries.filter(({ ours }) => ours);
  if (first === undefined) {
    const what = `${called} was answered ${answer.status}, and no webhook came`;
    const next = 'check that WEBHOOK_COMMAND tells the service the address in WEBHOOK_URL';
    return { about: 'webhooks', state: 'missing', what, next };
  }
  const verified = deliveries.find(({ signatures }) => signatures.some(({ slots }) => slots.length > 0));
  if (verified) {
    return {
      about: 'webhooks',
      state: 'ok',
      what: `${called} was answered ${answer.status}; its webhook came and verifies`,
    };
  }
  const rule = FAILED_RULES[first.signatures.length > 0 ? 'signature-mismatch' : 'no-header'].rule;
  return {
    about: 'secret',
    state: 'breach',
    what: `the webhook of ${called} does not verify: ${rule}`,
    next: 'check SIGNING_SECRET, and the last line that WEBHOOK_COMMAND prints',
  };
}
