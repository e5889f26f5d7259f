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
  'verify/memory/secret': verifying(verify => {
    let first: readonly string[] | undefined;
    return params => {
      first ??= params.secrets;
      return verify({ ...params, secrets: first });
    };
  }),
  'verify/memory/signature': remembering(true, ({ header, now, secrets }) => [header, now, secrets]),
  'verify/memory/body': remembering(true, ({ header, ...rest }) => [rest, header === null]),
  'verify/memory/refusal': remembering(false, ({ body, now, secrets }) => [body, now, secrets]),
  'verify/memory/refusal of a header': remembering(false, ({ header, now, secrets }) => [header, now, secrets]),
  'verify/memory/header': verifying(verify => {
    let last: VerifyParams['header'] = null;
    return params => {
      last = params.header ?? last;
      return verify({ ...params, header: last });
    };
  }),
  'verify/memory/tolerance': verifying(verify => {
    let most = 0;
    return params => {
      most = Math.max(most, params.toleranceSeconds);
      return verify({ ...params, toleranceSeconds: most });
    };
  }),
  'verify/memory/clock': verifying(verify => {
    let first: number | undefined;
    return params => {
      first ??= params.now;
      return verify({ ...params, now: first });
    };
  }),
  'receive/memory/events': receiving(receive => {
    const seen: ReceiveParams['deliveries'][number][] = [];
    return params => {
      const before = seen.length;
      seen.push(...params.deliveries);
      const { processed } = receive({ ...params, deliveries: seen });
      return { processed: processed.filter(index => index >= before).map(index => index - before) };
    };
  }),
  'receive/memory/secret': receiving(receive => {
    const known = new Set<string>();
    return params => {
      for (const secret of params.secrets) known.add(secret);
      return receive({ ...params, secrets: [...known] });
    };
  }),
  'receive/memory/dialect': receiving(receive => {
    let first: ReceiveParams['dialect'] | undefined;
    return params => {
      first ??= params.dialect;
      return receive({ ...params, dialect: first });
    };
  }),
};

/** SDKs that keep state between calls: the case that must show it, and the start of a process. */
export const KEEPING_SDKS = Object.entries(KEEPERS).map(([name, keep]) => ({
  name,
  shownBy: name.replace(/ .*/, ''),
  start: () => keep(sdkOf({}, { methods: ['verify', 'receive'] })),
}));
