/** The embedded sandbox: a whole, durable implementation of the service, in any dialect, with any fault. */

export { drawDialect } from './dialect/draw-dialect.ts';
export type { FaultInfo } from './faults/fault.ts';
export { listFaults } from './faults/find-faults.ts';
export { FIXTURES } from './fixtures.ts';
export { DEFAULT_API_KEY, type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts';
