import { attempted, HarnessError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest.ts';
import { EVENT_FIELDS, isSimulateEvent, SIMULATE_EVENTS } from '../../contract/lifecycle.ts';
import { isOk } from '../../evidence/answered.ts';
import type { Exchange, WireExchange } from '../../evidence/evidence.ts';
import { remedyFor } from '../../journeys/reachability.ts';
import { DEFAULT_API_KEY } from '../../sandbox/index.ts';
import { defineCommand, flagOf, printResult } from '../command.ts';
import { settingsOf } from '../environment.ts';
import { callService } from '../outside-a-run.ts';

/** `simulate`: makes one simulate call (4.3). Exit code 0 for a 2xx, 1 for any other answer, 3 without an answer. */
export const command = defineCommand('simulate', {
  options: {
    receivedAmount: { value: 'AMOUNT', about: 'with deposit_detected: forces an amount mismatch' },
    receivedNetwork: { value: 'NETWORK', about: 'with wrong_chain: where the deposit arrived' },
  },
  examples: ['simulate ORDER_ID deposit_detected', 'simulate ORDER_ID wrong_chain --received-network tron'],
  async run({ operands: [order, event], options }, terminal) {
    const { sandboxUrl, apiKey = DEFAULT_API_KEY } = settingsOf(terminal);
    if (sandboxUrl === undefined)
      throw new HarnessError('no-sandbox-url', 'usage', 'SANDBOX_URL is not set', {
        next: 'set it to the address of the sandbox',
      });
    const body = bodyOf(event, options);
    const address = { baseUrl: sandboxUrl, sandboxUrl, apiKey };
    const seen: WireExchange[] = [];
    const record = (wire: WireExchange) => {
      seen.push(wire);
      // Without a recorder there is no exchange, and nothing reads it.
      return { id: '' } as Exchange;
    };
    await callService(terminal.world, address, record, client => client.simulate(order, body));
    const { response, failure } = seen.at(-1) ?? {};
    if (response === undefined || failure !== undefined) {
      throw new HarnessError('no-answer', 'unreachable', `the sandbox did not respond: ${failure?.message}`, {
        next: remedyFor(failure?.code ?? '', 'SANDBOX_URL'),
      });
    }
    const { status } = response;
    const answer = response.body.toString('utf8');
    const said = attempted(() => ({ body: JSON.parse(answer) as unknown })) ?? { body: answer };
    printResult<'simulate'>(terminal, { status, ...said }, `${status}${answer === '' ? '' : ` ${answer}`}\n`);
    return isOk(status) ? 0 : 1;
  },
});

function bodyOf(event: string, options: { readonly receivedAmount?: string; readonly receivedNetwork?: string }) {
  if (!isSimulateEvent(event)) {
    const near = didYouMean(event, SIMULATE_EVENTS);
    throw new HarnessError('event-unknown', 'usage', `"${event}" is not a simulate event${near}`, {
      expected: SIMULATE_EVENTS.join(', '),
    });
  }
  const given = EVENT_FIELDS.filter(({ step }) => options[step] !== undefined);
  const wrong = given.find(field => field.event !== event);
  if (wrong) {
    const flag = `--${flagOf(wrong.step)}`;
    throw new HarnessError('option-misplaced', 'usage', `${flag} goes only with ${wrong.event}`, {
      next: 'omit it, or simulate that event (4.3)',
    });
  }
  return { event, ...Object.fromEntries(given.map(({ wire, step }) => [wire, options[step]])) };
}
