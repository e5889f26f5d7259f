import type { CaseProblem } from '../../core/evidence.ts';
import { header } from '../../core/json.ts';
import type { GateCase, Judged } from '../gate-case.ts';
import { ACCOUNT, BARE_ORDER, json, REQUEST_ID } from './answers.ts';
import { type Call, order, resolve, simulate } from './call.ts';
import { type ClientContext, clientCase, judgeMade, make, requestRequirements } from './client-case.ts';
import { CLIENT_ROWS } from './client-rows.ts';
import { anything, type Expect, success, valueWith } from './read-result.ts';
import type { Answer } from './wire.ts';

/** How many calls are made one after another. */
const MANY = 1000;

const ENQUIRY: readonly [Call, Answer, Expect] = [
  resolve(),
  json(200, { status: true, data: ACCOUNT }),
  valueWith('enquiry.data', ACCOUNT),
];
/** Calls of each kind, answered soundly. */
const ROUND: readonly (readonly [Call, Answer, Expect])[] = [
  ENQUIRY,
  [order(), json(200, BARE_ORDER), valueWith('onramp.ok-body', { id: 'onr_7Qm2' })],
  [simulate('disburse'), json(202, {}), success('simulate.route')],
];

/** What an SDK's client is asked, in order. @param methods that the adapter lists */
export function clientCases(context: ClientContext, methods: readonly string[]): readonly GateCase[] {
  return [
    ...CLIENT_ROWS.map(row => clientCase(row, context)),
    ...redirects(context),
    restarted(context),
    ...manyCalls(context, methods),
  ];
}

/** Redirects to another host: whatever comes of them is right; whether the API key goes along is worth a word. */
function redirects(context: ClientContext): readonly GateCase[] {
  const rows: readonly (readonly [name: string, call: Call, status: number])[] = [
    ['order-302', order(), 302],
    ['resolve-307', resolve(), 307],
  ];
  return rows.map(([name, call, status]) => ({
    id: `client/redirect-${name}`,
    area: 'client',
    method: call.method,
    title: `a ${status} to another host`,
    ask: async asker => {
      const location = `${context.elsewhere.url}/${call.path.join('/')}`;
      const answer = {
        ...json(status, {}),
        headers: { 'Content-Type': 'application/json', 'request-id': REQUEST_ID, Location: location },
      };
      context.elsewhere.script(json(200, call.http === 'GET' ? BARE_ORDER : { status: true, data: ACCOUNT }));
      const made = await make(call, answer, context, asker);
      const judged = judgeMade(`a ${status} to another host`, call, answer, made, anything, false);
      const followed = context.elsewhere.asked.filter(
        ({ request }) => header(request.headers, 'x-api-key') !== undefined,
      );
      if (followed.length === 0) return judged;
      const problem: CaseProblem = {
        requirement: 'auth.header',
        severity: 'advice',
        cause: 'key-follows-redirect',
        message: 'the API key follows a redirect to another host',
        expected: 'the key is sent to the host that it was given for, and to no other',
        received: `${call.method}, answered ${status} with Location: ${location} → ${followed.length} requests with the key on the other host`,
        likely: 'its HTTP library drops Authorization on a redirect, but knows nothing of X-API-Key',
      };
      return { ...judged, problems: [...judged.problems, problem] };
    },
  }));
}

/** Keys that a seed or a counter makes come again in a new process. */
function restarted(context: ClientContext): GateCase {
  const [call, answer, expect] = ENQUIRY;
  return {
    id: 'client/restarted',
    area: 'client',
    method: call.method,
    title: 'calls before and after a restart of the SDK',
    ask: async asker => {
      const problems: CaseProblem[] = [];
      for (const round of [1, 2]) {
        await asker.restart();
        for (let count = 0; count < 3; count++) {
          const made = await make(call, answer, context, asker);
          problems.push(
            ...judgeMade(`call ${count + 1} of process ${round}`, call, answer, made, expect, false).problems,
          );
        }
      }
      return { passed: problems.length > 0 ? [] : ['request.one-key-per-post'], problems };
    },
  };
}

/** A thousand calls one after another, for each method that there is. */
function manyCalls(context: ClientContext, methods: readonly string[]): readonly GateCase[] {
  const round = ROUND.filter(([{ method }]) => methods.includes(method));
  const [first] = round;
  if (first === undefined) return [];
  return [
    {
      id: 'client/thousand',
      area: 'client',
      method: first[0].method,
      title: 'a thousand calls one after another',
      ask: async (asker): Promise<Judged> => {
        for (let count = 0; count < MANY; count++) {
          const [call, answer, expect] = round[count % round.length] ?? first;
          const made = await make(call, answer, context, asker);
          const { problems } = judgeMade(`call ${count + 1} of a thousand`, call, answer, made, expect, false);
          if (problems.length > 0) return { passed: [], problems };
          if (asker.late()) return { passed: [], problems: [], cutShort: `time ran out after ${count + 1} calls` };
        }
        return { passed: round.flatMap(([call]) => requestRequirements(call)), problems: [] };
      },
    },
  ];
}
