import type { ReceiveParams, VerifyParams } from '../../gates/sdk/protocol.ts';
import type { Sdk } from './in-process.ts';
import { sdkOf } from './variant-sdk.ts';

/** A correct verifier or receiver, between its caller and the state of an SDK. */
type Verify = (params: VerifyParams) => { readonly accepted: boolean };
type Receive = (params: ReceiveParams) => { readonly processed: readonly number[] };

const verifying =
  (keep: (verify: Verify) => Verify) =>
  (sdk: Sdk): Sdk => ({ ...sdk, verify: keep(sdk.verify as Verify) as Sdk[string] });
const receiving =
  (keep: (receive: Receive) => Receive) =>
  (sdk: Sdk): Sdk => ({ ...sdk, receive: keep(sdk.receive as Receive) as Sdk[string] });

/** Replaces a parameter by what an SDK keeps of it: what it kept `before`, and what is `given` now. */
const keeping =
  <Params, Name extends keyof Params, Result>(
    name: Name,
    keep: (before: Params[Name] | undefined, given: Params[Name]) => Params[Name],
  ) =>
  (ask: (params: Params) => Result) => {
    let kept: Params[Name] | undefined;
    return (params: Params) => {
      kept = keep(kept, params[name]);
      return ask({ ...params, [name]: kept });
    };
  };
const theFirst = <T>(before: T | undefined, given: T) => before ?? given;

/** Answers a call like an earlier one with this outcome. @param keyOf the parts of a call that it compares */
const remembering = (outcome: boolean, keyOf: (params: VerifyParams) => readonly unknown[]) =>
  verifying(verify => {
    const known = new Set<string>();
    return params => {
      const key = JSON.stringify(keyOf(params));
      const accepted = known.has(key) ? outcome : verify(params).accepted;
      if (accepted === outcome) known.add(key);
      return { accepted };
    };
  });

/** SDKs that keep state between calls, by the case that must show it, with an optional description. */
const KEEPERS: { readonly [name: string]: (sdk: Sdk) => Sdk } = {
  'verify/memory/hash': verifying(verify => {
    const used = new Set<string>();
    return params => ({ accepted: used.size < used.add(`${params.secrets}`).size && verify(params).accepted });
  }),
  'verify/memory/secret': verifying(keeping('secrets', theFirst)),
  'verify/memory/signature': remembering(true, ({ header, now, secrets }) => [header, now, secrets]),
  'verify/memory/body': remembering(true, ({ header, ...rest }) => [rest, header === null]),
  'verify/memory/refusal': remembering(false, ({ body, now, secrets }) => [body, now, secrets]),
  'verify/memory/refusal of a header': remembering(false, ({ header, now, secrets }) => [header, now, secrets]),
  'verify/memory/refusal of an old webhook': verifying(verify => {
    let isOld = false;
    return params => {
      const accepted = !isOld && verify(params).accepted;
      isOld = !accepted && verify({ ...params, toleranceSeconds: Number.POSITIVE_INFINITY }).accepted;
      return { accepted };
    };
  }),
  'verify/memory/header': verifying(keeping('header', (before, given) => given ?? before ?? null)),
  'verify/memory/tolerance': verifying(keeping('toleranceSeconds', (before = 0, given) => Math.max(before, given))),
  'verify/memory/clock': verifying(keeping('now', theFirst)),
  'verify/memory/clock refreshed now and then': verifying(
    keeping('now', (before = 0, given) => (Math.abs(given - before) > 45 ? given : before)),
  ),
  'receive/memory/events': receiving(receive => {
    const seen: ReceiveParams['deliveries'][number][] = [];
    return params => {
      const before = seen.length;
      seen.push(...params.deliveries);
      const { processed } = receive({ ...params, deliveries: seen });
      return { processed: processed.filter(index => index >= before).map(index => index - before) };
    };
  }),
  'receive/memory/secret': receiving(keeping('secrets', (before = [], given) => [...new Set([...before, ...given])])),
  'receive/memory/dialect': receiving(keeping('dialect', theFirst)),
};

/** SDKs that keep state between calls: the case that must show it, and the start of a process. */
export const KEEPING_SDKS = Object.entries(KEEPERS).map(([name, keep]) => ({
  name,
  shownBy: name.replace(/ .*/, ''),
  start: () => keep(sdkOf({}, { methods: ['verify', 'receive'] })),
}));
