import { header } from '../../../base/json.ts';
import { plural } from '../../../base/plural.ts';
import type { CaseProblem } from '../../../evidence/evidence.ts';
import { asAdvice } from '../case-problem.ts';
import type { GateCase } from '../gate-case.ts';
import { ACCEPTED, ENQUIRY, json, ORDER, REQUEST_ID } from './answers.ts';
import { account, OTHER_API_KEY, order, resolve, type SdkCall, simulate, withKey } from './call.ts';
import { CHANGING_ROWS } from './changing-rows.ts';
import { type ClientContext, clientCase, problemsOf, requestRequirements } from './client-case.ts';
import { ERROR_ROWS } from './error-rows.ts';
import { anything, type Expect, errorOf, success, valueWith } from './expect.ts';
import { breachOf } from './problem.ts';
import { SOUND_ROWS } from './sound-rows.ts';

const MANY = 1000;
/** When the sequence stops, in milliseconds since the gate began. Other cases follow. */
const LAST_OF_MANY_MS = 25_000;

const SOUND_ENQUIRY = { call: resolve(), answer: ENQUIRY, expect: account };
/** One call of each kind, with a valid answer. */
const ROUND = [
  SOUND_ENQUIRY,
  { call: order(), answer: json(200, ORDER), expect: valueWith('onramp.ok-body', { id: 'onr_7Qm2' }) },
  { call: simulate('disburse'), answer: json(202, {}), expect: success('simulate.route') },
];

/** The cases of an SDK's client, in order. @param methods the adapter's methods */
export function clientCases(context: ClientContext, methods: readonly string[]): readonly GateCase[] {
  return [
    ...[...SOUND_ROWS, ...CHANGING_ROWS, ...ERROR_ROWS].map(row => clientCase(row, context)),
    ...redirects(context),
    ...twoServices(context),
    restarted(context),
    ...manyCalls(context, methods),
  ];
}

/** Redirects to another host: an SDK may follow or report them. Sending the API key there is advice. */
function redirects(context: ClientContext): readonly GateCase[] {
  const rows = [
    ['order-302', order(), 302, json(200, ORDER)],
    ['resolve-307', resolve(), 307, ENQUIRY],
    ['simulate-302', simulate('disburse'), 302, ACCEPTED],
  ] as const;
  return rows.map(([name, call, status, there]) => {
    const title = `a ${status} to another host`;
    return {
      id: `client/redirect-${name}`,
      method: call.method,
      title,
      ask: async asker => {
        const location = `${context.elsewhere.url}/${call.path.join('/')}`;
        const headers = { 'Content-Type': 'application/json', 'request-id': REQUEST_ID, Location: location };
        context.elsewhere.script(there);
        const answer = { ...json(status, {}), headers };
        // An SDK that ignores an error, too, does not look at the status at all.
        const error = { title: 'a 400', call, answer: json(400, {}), expect: errorOf(call.route, { status: [400] }) };
        const isBlind = (await problemsOf(error, context, asker)).some(({ cause }) => cause === 'value-for-error');
        const whyValue = isBlind ? undefined : 'it takes every status below 400 for a success';
        const expect: Expect = result =>
          result.kind === 'value' && context.elsewhere.asked.length === 0
            ? errorOf(call.route, { status: [status] }, whyValue)(result)
            : anything(result);
        const problems = await problemsOf({ title, call, answer, expect }, context, asker);
        const followed = context.elsewhere.asked.filter(({ request }) => header(request.headers, 'x-api-key'));
        if (followed.length === 0) return { passed: [], problems };
        const problem: CaseProblem = {
          requirement: 'auth.header',
          severity: 'breach',
          cause: 'key-follows-redirect',
          message: 'the API key follows a redirect to another host',
          expected: 'the key is sent only to its own host',
          received:
            `${call.method}, answered ${status} with Location: ${location} → ` +
            `${plural(followed.length, 'request')} with the key on the other host`,
          likely: 'its HTTP library drops Authorization on a redirect, but does not know X-API-Key',
        };
        return {
          passed: [],
          problems: [...problems, asAdvice(problem, 'the other host has the API key, and can act as the customer')],
        };
      },
    };
  });
}

/** Alternating calls of two services with different API keys, as a backend with two tenants makes them. */
function twoServices(context: ClientContext): readonly GateCase[] {
  const [enquiry, read, step] = [resolve(), order(), simulate('disburse')];
  const rows = { resolve: { call: enquiry, answer: ENQUIRY }, order: { call: read, answer: json(200, ORDER) } };
  return Object.entries({ ...rows, simulate: { call: step, answer: json(202, {}) } }).map(
    ([name, { call, answer }]) => ({
      id: `client/${name}-two-services`,
      method: call.method,
      title: `${call.method} of two services in turn, each with its own API key`,
      ask: async asker => {
        for (const [place, wire] of [context.wire, context.elsewhere, context.wire].entries()) {
          const other = wire === context.wire ? context.elsewhere : context.wire;
          other.script(answer);
          const title = `call ${place + 1} of three: of ${wire === context.wire ? 'the first' : 'the second'} service`;
          const own = wire === context.wire ? call : withKey(OTHER_API_KEY, call);
          const row = { title, call: own, answer, expect: anything };
          const problems = await problemsOf(row, context, asker, wire);
          if (other.asked.length > 0) return { passed: [], problems: [elsewhereAsked(own, title)] };
          if (problems.some(({ severity }) => severity === 'breach')) return { passed: [], problems };
        }
        return { passed: requestRequirements(call), problems: [] };
      },
    }),
  );
}

function elsewhereAsked({ route, method }: SdkCall, title: string): CaseProblem {
  return {
    ...breachOf(
      route,
      'kept-address',
      'sends a call to the address of an earlier call',
      'the request goes to the address of its own call',
      'it keeps the address, or the whole client, of an earlier call',
    ),
    received: 'a request to the other service',
    context: [
      { name: 'case', value: title },
      { name: 'call', value: method },
    ],
  };
}

/** Calls before and after a restart. They detect keys from a seed or a counter, which repeat in a new process. */
function restarted(context: ClientContext): GateCase {
  return {
    id: 'client/restarted',
    method: SOUND_ENQUIRY.call.method,
    title: 'calls before and after a restart of the SDK',
    ask: async asker => {
      const problems: CaseProblem[] = [];
      for (const process of [1, 2]) {
        if (process > 1) await asker.restart();
        for (const call of [1, 2, 3]) {
          const title = `call ${call} of process ${process}`;
          problems.push(...(await problemsOf({ ...SOUND_ENQUIRY, title }, context, asker)));
          if (problems.some(({ severity }) => severity === 'breach')) return { passed: [], problems };
        }
      }
      return { passed: problems.length > 0 ? [] : ['request.one-key-per-post'], problems };
    },
  };
}

/** A thousand calls in sequence, alternating between the adapter's methods. */
function manyCalls(context: ClientContext, methods: readonly string[]): readonly GateCase[] {
  const round = ROUND.filter(({ call }) => methods.includes(call.method));
  const [first] = round;
  if (first === undefined) return [];
  return [
    {
      id: 'client/thousand',
      method: first.call.method,
      title: 'a thousand calls one after another',
      ask: async asker => {
        for (let count = 1; count <= MANY; count++) {
          const row = round[(count - 1) % round.length] ?? first;
          const problems = await problemsOf({ ...row, title: `call ${count} of a thousand` }, context, asker);
          if (problems.length > 0) return { passed: [], problems };
          if (asker.elapsed() > LAST_OF_MANY_MS)
            return { passed: [], problems: [], cutShort: `time ran out after ${count} calls` };
        }
        return { passed: round.flatMap(({ call }) => requestRequirements(call)), problems: [] };
      },
    },
  ];
}
