import { ServiceClient, type SimulateBody } from '../../client/service-client.ts';
import { Transport, type WireExchange } from '../../client/transport.ts';
import { HarnessError } from '../../core/errors.ts';
import type { Exchange } from '../../core/evidence.ts';
import { EVENT_FIELDS, type EventField, isSimulateEvent, SIMULATE_EVENTS } from '../../core/lifecycle.ts';
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
    const body = bodyOf(name, {
      received_amount: text(given, 'received-amount'),
      received_network: text(given, 'received-network'),
    });
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

function bodyOf(event: string, fields: { readonly [field in EventField['wire']]: string | undefined }): SimulateBody {
  if (!isSimulateEvent(event)) {
    const near = nearest(event, SIMULATE_EVENTS);
    throw new HarnessError('event-unknown', 'usage', `"${event}" is not a simulate event`, {
      expected: SIMULATE_EVENTS.join(', '),
      ...(near !== undefined && { likely: `${near} was meant` }),
    });
  }
  const given = EVENT_FIELDS.filter(({ wire }) => fields[wire] !== undefined);
  const wrong = given.find(field => field.event !== event);
  if (wrong) throw misplaced(`--${wrong.wire.replace('_', '-')}`, wrong.event);
  return { event, ...Object.fromEntries(given.map(({ wire }) => [wire, fields[wire]])) };
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
