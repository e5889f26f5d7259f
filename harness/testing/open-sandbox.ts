import type { Dialect } from '../evidence/dialect.ts';
import { startSandbox } from '../sandbox/index.ts';
import { realWorld } from '../world/real-world.ts';
import type { World } from '../world/world.ts';

/** Options of a sandbox. */
export interface OpenSandboxOptions {
  readonly world?: World;
  readonly dialect?: Dialect;
  readonly webhookUrl?: string;
  /** A database file that remains after the sandbox closes. */
  readonly db?: string;
}

/** The embedded sandbox in this process, with access to its `/_control`. */
export interface OpenSandbox {
  readonly url: string;
  /** The current signing secrets, oldest first. */
  readonly signingSecrets: readonly string[];
  /** Calls `/_control`. @returns the JSON of the response */
  control(method: 'GET' | 'PUT' | 'POST', path: string, body?: object): Promise<{ readonly [name: string]: unknown }>;
  /** Creates a collection order. @returns its id */
  newOrder(): Promise<string>;
  /** Resolves once every event is acknowledged. */
  calm(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a sandbox on loopback. */
export async function openSandbox(options: OpenSandboxOptions = {}): Promise<OpenSandbox> {
  const sandbox = await startSandbox({ world: realWorld(), ...options });
  return {
    url: sandbox.url,
    get signingSecrets() {
      return sandbox.signingSecrets;
    },
    ...controlOf(sandbox.url),
    close: () => sandbox.close(),
  };
}

/** `/_control` of any sandbox, in this process or another. */
export function controlOf(url: string): Pick<OpenSandbox, 'control' | 'newOrder' | 'calm'> {
  const control: OpenSandbox['control'] = async (method, path, body) => {
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
    newOrder: async () => {
      const { orders } = await control('POST', '/collection-orders');
      return (orders as readonly { readonly id: string }[])[0]?.id ?? '';
    },
    calm: async () => void (await control('GET', '/outbox?until=calm')),
  };
}
