import { ServiceClient, type SimulateBody } from '../../client/service-client.ts';
import { Transport, type WireExchange } from '../../client/transport.ts';
import { SIMULATE_EVENTS } from '../../core/dialect.ts';
import { HarnessError } from '../../core/errors.ts';
import type { Exchange } from '../../core/evidence.ts';
import { nearest } from '../../core/nearest.ts';
import { DEFAULT_API_KEY } from '../../sandbox/index.ts';
import { type Command, text } from '../command.ts';
import { settingsOf } from '../environment.ts';

/** `simulate`: one simulate call (4.3). Exit code 0 on a 2xx, 1 on any other answer, 3 without one. */
export const simulate: Command = {
  name: 'simulate',
  operands: 'ORDER_ID EVENT',
  arity: [2, 2],
  about: `one simulate call; EVENT is one of ${SIMULATE_EVENTS.join(', ')}`,
  options: {
    'received-amount': { type: 'string', value: 'AMOUNT', about: 'with deposit_detected: forces an amount mismatch' },
    'received-network': { type: 'string', value: 'NETWORK', about: 'with wrong_chain: where the deposit arrived' },
  },
  async run(given, terminal) {
    const settings = settingsOf(terminal);
    const { sandboxUrl } = settings;
    if (sandboxUrl === undefined)
      throw new HarnessError('no-sandbox-url', 'usage', 'SANDBOX_URL is not set', {
        next: 'set it to the address of the sandbox',
      });
    const [order = '', name = ''] = given.positionals;
    const body = bodyOf(name, text(given, 'received-amount'), text(given, 'received-network'));
    const { world } = terminal;
    const seen: WireExchange[] = [];
    const dispatcher = world.dial({ proxied: true });
    const transport = new Transport({
      world,
      dispatcher,
      record: wire => {
        seen.push(wire);
        return { id: '' } as Exchange;
      },
      stamp: () => world.now(),
      signal: new AbortController().signal,
    });
    const client = new ServiceClient(
      transport,
      { baseUrl: sandboxUrl, sandboxUrl, apiKey: settings.apiKey ?? DEFAULT_API_KEY },
      () => world.uuid(),
    );
    await client.simulate(order, body);
    await dispatcher.destroy();
    const { response, failure } = seen.at(-1) ?? {};
    if (response === undefined || failure !== undefined) {
      throw new HarnessError('no-answer', 'unreachable', `the sandbox gave no answer: ${failure?.message}`, {
        next: 'check SANDBOX_URL, and that the sandbox is up',
      });
    }
    const answer = response.body.toString('utf8');
    terminal.out(
      given.json
        ? `${JSON.stringify({ status: response.status, body: parsed(answer) })}\n`
        : `${response.status}${answer === '' ? '' : ` ${answer}`}\n`,
    );
    return response.status < 300 ? 0 : 1;
  },
};

function bodyOf(name: string, amount: string | undefined, network: string | undefined): SimulateBody {
  const event = SIMULATE_EVENTS.find(known => known === name);
  if (event === undefined) {
    const near = nearest(name, SIMULATE_EVENTS);
    throw new HarnessError('event-unknown', 'usage', `"${name}" is no simulate event`, {
      expected: SIMULATE_EVENTS.join(', '),
      ...(near !== undefined && { likely: `${near} was meant` }),
    });
  }
  if (amount !== undefined && event !== 'deposit_detected') throw misplaced('--received-amount', 'deposit_detected');
  if (network !== undefined && event !== 'wrong_chain') throw misplaced('--received-network', 'wrong_chain');
  return {
    event,
    ...(amount !== undefined && { received_amount: amount }),
    ...(network !== undefined && { received_network: network }),
  };
}

function misplaced(option: string, event: string): HarnessError {
  return new HarnessError('option-misplaced', 'usage', `${option} goes only with ${event}`, {
    next: 'leave it out, or simulate that event (4.3)',
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
