import type { Launch } from '../../gates/sdk/connection.ts';

/** An SDK in this process: its methods by name. An error in a method becomes a JSON-RPC error. */
export type Sdk = { readonly [method: string]: (params: never) => unknown };

/** Serves an SDK over the line protocol without a child process, so that tests can judge a hundred SDKs in seconds. */
export function launchInProcess(sdk: Sdk): Launch {
  return launchEach(() => sdk);
}

/** Serves an SDK with state: each launch starts a new one. */
export function launchEach(start: () => Sdk): Launch {
  return ({ line }) => {
    const sdk = start();
    let open = true;
    const answer = async (text: string): Promise<void> => {
      const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: never };
      const reply = await outcomeOf(async () => sdk[method]?.(params));
      // The gate reads lines asynchronously, never within `send`.
      if (open) line(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
    };
    const stop = () => {
      open = false;
    };
    return { send: text => void answer(text), said: () => '', kill: stop, close: async () => stop() };
  };
}

async function outcomeOf(ask: () => Promise<unknown>): Promise<object> {
  try {
    return { result: await ask() };
  } catch (thrown) {
    return { error: { code: -32_000, message: String(thrown) } };
  }
}
