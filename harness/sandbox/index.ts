/** The embedded sandbox: a complete, durable implementation of the service, in any dialect, with any fault. */

import type { Sandbox, SandboxOptions } from './sandbox-options.ts';

export { DEFAULT_API_KEY, ERROR_FIXTURES, FIXTURES, type Sandbox, type SandboxOptions } from './sandbox-options.ts';
export type { EventOptions, SoundWebhook } from './webhook-source.ts';

/**
 * Starts the embedded sandbox. Its server is loaded on first use, because most commands need none.
 * @throws HarnessError `dialect-invalid`, `fault-unknown`, `db-unusable`, `db-other-version`, `sandbox-address` (usage)
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  loaded ??= import('./start-sandbox.ts');
  return (await loaded).startSandbox(options);
}

/** Imported once, because an import takes real time that a simulated run does not wait for. */
let loaded: Promise<typeof import('./start-sandbox.ts')> | undefined;
