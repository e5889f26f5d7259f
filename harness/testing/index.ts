/** The helpers that tests of suites may import. */

export { SEEDS, withSeed } from '../gates/endpoint/testing/seeds.ts';
export { hasSsh, startSshServer } from '../webhooks/tunnel/testing/ssh-server.ts';
export { amounts } from './arbitraries/amounts.ts';
export { dialects } from './arbitraries/dialects.ts';
export { identifiers } from './arbitraries/identifiers.ts';
export { callCommand } from './call-command.ts';
export { type CalledRun, callRun, type SummaryFile } from './call-run.ts';
export { ACCOUNT, ORDER } from './contract-examples.ts';
export { type Consumer, creditingConsumer, type Ledger, memoryLedger, type Webhook } from './crediting-consumer.ts';
export { describeSuite } from './describe-suite.ts';
export { type FaultProxy, openFaultProxy } from './fault-proxy.ts';
export { headerLines } from './header-lines.ts';
export { isInstalled } from './is-installed.ts';
export { journeyProperty } from './journey-property.ts';
export { judgeSdk } from './judge-sdk.ts';
export { listenOnLoopback } from './listen-on-loopback.ts';
export { type OpenClient, openClient } from './open-client.ts';
export { type OpenFront, openFront, type Passing } from './open-front.ts';
export { type OpenReceiver, openReceiver } from './open-receiver.ts';
export { controlOf, type OpenSandbox, openSandbox } from './open-sandbox.ts';
export { type Answering, type Asked, type OpenService, openService } from './open-service.ts';
export type { Outcome as PactOutcome } from './pact/read-outcomes.ts';
export { STATES } from './pact/states.ts';
export { verifyProvider } from './pact/verify-provider.ts';
export { type Called, callHarness, callProgram } from './run-cli.ts';
export { runSimulated, type SimulatedRunOptions } from './run-simulated.ts';
export { schemaProblems } from './schema-problems.ts';
export { launchEach, launchInProcess } from './sdk/in-process.ts';
export { KEEPING_SDKS } from './sdk/keeping-sdks.ts';
export { sdkOf } from './sdk/variant-sdk.ts';
export { UNUSUAL_SDKS, WRONG_SDKS } from './sdk/wrong-sdks.ts';
export { type ServedSandbox, serveSandbox } from './served-sandbox.ts';
export {
  besideSandbox,
  callSimulated,
  type SimulatedService,
  type SimulatedServiceOptions,
} from './simulated-service.ts';
export { temporaryFolders } from './temporary-folders.ts';
export { unhurriedWorld } from './unhurried-world.ts';
export { untilLines } from './until-lines.ts';
export { wrongCommands } from './wrong-commands.ts';
