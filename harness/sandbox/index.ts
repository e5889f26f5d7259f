/** The embedded sandbox: a complete, durable implementation of the service, in any dialect, with any fault. */

export { drawDialect } from './dialect/draw-dialect.ts';
export type { FaultInfo } from './faults/fault.ts';
export { listFaults, selectFaults } from './faults/fault-list.ts';
export { FIXTURES } from './fixtures.ts';
export { DEFAULT_API_KEY, type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts';
