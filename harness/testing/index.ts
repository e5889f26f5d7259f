/** The helpers that tests of suites may import. */

export { SEEDS, withSeed } from '../gates/endpoint/testing/seeds.ts';
export { TableOrders } from '../proof/testing/table-orders.ts';
export { hasSsh, startSshServer } from '../webhooks/tunnel/testing/ssh-server.ts';
export { dialects } from './arbitraries.ts';
export { callCommand } from './call-command.ts';
export { ACCOUNT, ORDER } from './contract-examples.ts';
export { creditingConsumer, headerLines } from './crediting-consumer.ts';
export { describeSuite } from './describe-suite.ts';
export { isInstalled } from './is-installed.ts';
export { judgeSdk, unhurriedWorld } from './judge-sdk.ts';
export { listenOnLoopback } from './listen-on-loopback.ts';
export { type OpenClient, openClient } from './open-client.ts';
export { type OpenReceiver, openReceiver } from './open-receiver.ts';
export { openSandbox, serveSandbox } from './open-sandbox.ts';
export { type OpenService, openService } from './open-service.ts';
export { STATES } from './pact/arrange.ts';
export { verifyProvider } from './pact/verify-provider.ts';
export type { Outcome as PactOutcome } from './pact/verify-ready.ts';
export { type Called, callHarness, callProgram, untilLines } from './run-cli.ts';
export { schemaProblems } from './schema-problems.ts';
export { launchEach, launchInProcess } from './sdk/in-process.ts';
export { KEEPING_SDKS } from './sdk/keeping-sdks.ts';
export { sdkOf } from './sdk/variant-sdk.ts';
export { UNUSUAL_SDKS, WRONG_SDKS } from './sdk/wrong-sdks.ts';
export {
  besideSandbox,
  type CalledRun,
  callRun,
  callSimulated,
  openFaultProxy,
  runSimulated,
  type SimulatedRunOptions,
  type SimulatedService,
  type SummaryFile,
} from './simulated-service.ts';
export { temporaryFolders } from './temporary-folders.ts';
export { wrongCommands } from './wrong-commands.ts';
