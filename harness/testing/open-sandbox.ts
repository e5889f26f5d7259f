import { fileURLToPath } from 'node:url';
import { type SandboxOptions, startSandbox } from '../sandbox/index.ts';
import { realWorld } from '../world/real-world.ts';
import { callHarness } from './run-cli.ts';

/** Opens the embedded sandbox in this process on loopback, with access to its `/_control`. */
export async function openSandbox(options: Partial<SandboxOptions> = {}) {
  const sandbox = await startSandbox({ world: realWorld(), ...options });
  /** Calls `/_control`. @returns the JSON of the response */
  const control = async (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => {
    const answer = await fetch(`${sandbox.url}/_control${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`/_control${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text) as { readonly [name: string]: unknown };
  };
  return {
    url: sandbox.url,
    control,
    /** Creates a collection order. @returns its id */
    newOrder: async () => {
      const { orders } = await control('POST', '/collection-orders');
      return (orders as readonly { readonly id: string }[])[0]?.id ?? '';
    },
    close: () => sandbox.close(),
  };
}

const CONTROL = fileURLToPath(new URL('./control.ts', import.meta.url));

/** Starts the embedded sandbox in a separate process. @returns it, and the variables with which a run reaches it */
export async function serveSandbox(args: readonly string[] = []) {
  const process_ = callHarness(['sandbox', ...args]);
  const { url } = JSON.parse(await process_.said(/^\{.*\}$/m)) as { url: string };
  const control = (what: string) => `SANDBOX_URL='${url}' "${process.execPath}" "${CONTROL}" ${what}`;
  return {
    url,
    process: process_,
    env: { SANDBOX_URL: url, ORDER_COMMAND: control('orders'), WEBHOOK_COMMAND: control('webhook') },
  };
}
