import { header } from '../../../base/json.ts';
import { plural } from '../../../base/plural.ts';
import type { CaseProblem } from '../../../evidence/evidence.ts';
import { asAdvice, type GateCase } from '../gate-case.ts';
import { ACCEPTED, ENQUIRY, isOfEarlier, json, NESTED, ORDER, REQUEST_ID, raw } from './answers.ts';
import { OTHER_API_KEY, order, resolve, type SdkCall, simulate, withKey } from './call.ts';
import { CHANGING_ROWS } from './changing-rows.ts';
import { type ClientContext, clientCase, problemsOf, requestRequirements } from './client-case.ts';
import { ERROR_ROWS } from './error-rows.ts';
import { anything, byAnswer } from './expect.ts';
import { breachOf, type Judge } from './problem.ts';
import { SOUND_ROWS } from './sound-rows.ts';

const MANY = 1000;

const SOUND_ENQUIRY = { call: resolve(), answer: ENQUIRY };
/** One call of each kind, with a valid answer, and the status of a redirect. */
const ROUND = [
  { ...SOUND_ENQUIRY, moved: 307 },
  { call: order(), answer: json(200, ORDER), moved: 302 },
  { call: simulate('disburse'), answer: ACCEPTED, moved: 302 },
];

/** The cases of an SDK's client, in order. @param methods the adapter's methods */
export function clientCases(context: ClientContext, methods: readonly string[]): readonly GateCase[] {
  return [
    ...[...SOUND_ROWS, ...CHANGING_ROWS, ...ERROR_ROWS].map(row => clientCase(row, context)),
    ...redirects(context),
    ...twoServices(context),
    ...lackingMembers(context),
    restarted(context),
    ...manyCalls(context, methods),
  ];
}

/** A case of several calls. @param name of the case, after that of the method */
function severalCalls({ method }: SdkCall, name: string, title: string, ask: GateCase['ask']): GateCase {
  return { id: `client/${method}-${name}`, method, title, ask };
}

/** Redirects to another host: an SDK may follow or report them. Sending the API key there is advice. */
function redirects(context: ClientContext): readonly GateCase[] {
  return ROUND.map(({ call, answer: there, moved: status }) => {
    const title = `a ${status} to another host`;
    return severalCalls(call, 'redirect', title, async asker => {
      const location = `${context.elsewhere.url}/${call.path.join('/')}`;
      const headers = { 'Content-Type': 'application/json', 'request-id': REQUEST_ID, Location: location };
      context.elsewhere.script(there);
      const answer = { ...json(status, {}), headers };
      // An SDK that ignores an error, too, does not look at the status at all.
      const error = { title: 'a 400', call, answer: json(400, {}) };
      const isBlind = (await problemsOf(error, context, asker)).some(({ cause }) => cause === 'value-for-error');
      const row = { title, call, answer, ...(!isBlind && { likely: 'it takes every status below 400 for a success' }) };
      const judge: Judge = result => (context.elsewhere.asked.length === 0 ? byAnswer(row) : anything)(result);
      const problems = await problemsOf({ ...row, judge }, context, asker);
      const followed = context.elsewhere.asked.filter(({ request }) => header(request.headers, 'x-api-key'));
      if (followed.length === 0) return { passed: [], problems };
      const does = 'lets the API key follow a redirect to another host';
      const due = 'the key is sent only to its own host';
      const likely = 'its HTTP library drops Authorization on a redirect, but does not know X-API-Key';
      const problem: CaseProblem = {
        ...breachOf('auth.header', 'key-follows-redirect', does, due, likely),
        received:
          `${call.method}, answered ${status} with Location: ${location} → ` +
          `${plural(followed.length, 'request')} with the key on the other host`,
      };
      return {
        passed: [],
        problems: [...problems, asAdvice(problem, 'the other host has the API key, and can act as the customer')],
      };
    });
  });
}

/** Calls of two services in turn, with two API keys, as a backend with tenants makes them. */
function twoServices(context: ClientContext): readonly GateCase[] {
  return ROUND.map(({ call, answer }) =>
    severalCalls(call, 'two-services', `${call.method} of two services in turn, with two API keys`, async asker => {
      for (const [place, wire] of [context.wire, context.elsewhere, context.wire].entries()) {
        const other = wire === context.wire ? context.elsewhere : context.wire;
        other.script(answer);
        const title = `call ${place + 1} of three: of ${wire === context.wire ? 'the first' : 'the second'} service`;
        // The last call combines an address and a key that were in different calls.
        const own = place === 0 ? call : withKey(OTHER_API_KEY, call);
        const problems = await problemsOf({ title, call: own, answer, judge: anything }, context, asker, wire);
        if (other.asked.length > 0) return { passed: [], problems: [elsewhereAsked(own, title)] };
        if (problems.some(({ severity }) => severity === 'breach')) return { passed: [], problems };
      }
      return { passed: requestRequirements(call), problems: [] };
    }),
  );
}

function elsewhereAsked({ route, method }: SdkCall, title: string): CaseProblem {
  const does = 'sends a call to the address of an earlier call';
  const likely = 'it keeps the address, or the whole client, of an earlier call';
  return {
    ...breachOf(route, 'kept-address', does, 'the request goes to the address of its own call', likely),
    received: 'a request to the other service',
    context: Object.entries({ case: title, call: method }).map(([name, value]) => ({ name, value })),
  };
}

/** Parts of an order that lack a member each. */
const LACKING = { ...ORDER, id: 'onr_8Rt3', metadata: undefined };
const ACCOUNT_LACKING = { ...NESTED, created_at: '2026-11-03T08:15:00Z', expires_at: undefined };
/** Calls for other arguments than those of `ROUND`, and answers that lack more and more members. */
const AFTER_FULL = [
  ['enquiry.data', resolve('9876543210', '058'), json(200, { status: true, data: { account_name: 'Bo Example' } })],
  ['enquiry.data', resolve('8765432109', '057'), json(200, { status: true })],
  ['onramp.ok-body', order(LACKING.id), json(200, { ...LACKING, account: ACCOUNT_LACKING })],
  ['onramp.ok-body', order('onr_9Sw4'), json(200, { id: 'onr_9Sw4', account: {} })],
] as const;
/** Bodies of a 200 that cannot be read. */
const UNREADABLE = ['', 'null', '<html>', '{"id":"onr_'];

/** What an SDK keeps of an answer for one that it cannot read, and for one that lacks members: its effect and cause. */
const STALE = ['the value', 'it returns the value of an earlier answer in place of one that it cannot read'] as const;
const MERGED = [
  'a member',
  'it decodes every answer into one object, so members that an answer lacks keep earlier values',
] as const;

const MADE_UP = 'it takes another member in place of an absent one';

/** Answers that lack members or cannot be read, each after a full one: nothing of the full one may come back. */
function lackingMembers(context: ClientContext): readonly GateCase[] {
  return ROUND.slice(0, 2).map(full => {
    const title = `${full.call.method} answered in full, then with fewer members or with nothing that can be read`;
    return severalCalls(full.call, 'lacking', title, async asker => {
      const lacking = AFTER_FULL.filter(([, { method }]) => method === full.call.method);
      const unread = UNREADABLE.map(text => [full.call.route, full.call, raw(200, text)] as const);
      for (const [requirement, call, answer] of [...lacking, ...unread]) {
        await problemsOf({ ...full, title: 'a full answer' }, context, asker);
        const [what, likely] = call === full.call ? STALE : MERGED;
        const judge: Judge = result => {
          if (result.kind !== 'value') return [];
          const [, madeUp] = /"expires_?at":"([^"]+)"/i.exec(JSON.stringify(result.value)) ?? [];
          const due = 'only members that the answer has';
          if (madeUp !== undefined && answer.body.includes(`"${madeUp}"`))
            return [breachOf(requirement, 'kept-member', 'makes up expires_at, which is absent', due, MADE_UP)];
          const does = `returns ${what} of an earlier answer`;
          return isOfEarlier(result.value, answer.body)
            ? [breachOf(requirement, 'kept-member', does, due, likely)]
            : [];
        };
        const title = 'an answer that lacks members or cannot be read, after a full one';
        const problems = await problemsOf({ title, call, answer, judge }, context, asker);
        const kept = problems.filter(({ cause }) => cause === 'kept-member');
        if (kept.length > 0) return { passed: [], problems: kept };
      }
      return { passed: [], problems: [] };
    });
  });
}

/** Calls before and after a restart. They detect keys from a seed or a counter, which repeat in a new process. */
function restarted(context: ClientContext): GateCase {
  return severalCalls(SOUND_ENQUIRY.call, 'restarted', 'calls before and after a restart of the SDK', async asker => {
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
  });
}

/** A thousand calls in sequence, alternating between the adapter's methods. */
function manyCalls(context: ClientContext, methods: readonly string[]): readonly GateCase[] {
  const round = ROUND.filter(({ call }) => methods.includes(call.method));
  const [first] = round;
  if (first === undefined) return [];
  return [
    severalCalls(first.call, 'thousand', 'a thousand calls one after another', async asker => {
      for (let count = 1; count <= MANY; count++) {
        if (asker.isLate())
          return { passed: [], problems: [], cutShort: `time ran out, after ${count - 1} of ${MANY} calls` };
        const row = round[(count - 1) % round.length] ?? first;
        const problems = await problemsOf({ ...row, title: `call ${count} of a thousand` }, context, asker);
        if (problems.some(({ severity }) => severity === 'breach')) return { passed: [], problems };
      }
      return { passed: round.flatMap(({ call }) => requestRequirements(call)), problems: [] };
    }),
  ];
}
