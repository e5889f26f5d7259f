import { type SandboxOptions, startSandbox } from '../sandbox/index.ts';
import { realWorld } from '../world/real-world.ts';

/** The embedded sandbox in this process, with access to its `/_control`. */
export type OpenSandbox = Awaited<ReturnType<typeof openSandbox>>;

/** Opens a sandbox on loopback. */
export async function openSandbox(options: Partial<SandboxOptions> = {}) {
  const sandbox = await startSandbox({ world: realWorld(), ...options });
  return {
    url: sandbox.url,
    /** The current signing secrets, oldest first. */
    get signingSecrets() {
      return sandbox.signingSecrets;
    },
    ...controlOf(sandbox.url),
    close: () => sandbox.close(),
  };
}

/** `/_control` of any sandbox, in this process or another. */
export function controlOf(url: string) {
  /** Calls `/_control`. @returns the JSON of the response */
  const control = async (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => {
    const answer = await fetch(`${url}/_control${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`/_control${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text) as { readonly [name: string]: unknown };
  };
  return {
    control,
    /** Creates a collection order. @returns its id */
    newOrder: async () => {
      const { orders } = await control('POST', '/collection-orders');
      return (orders as readonly { readonly id: string }[])[0]?.id ?? '';
    },
    /** Resolves once every event is acknowledged. */
    calm: async () => void (await control('GET', '/outbox?until=calm')),
  };
}
