import fc from 'fast-check';
import { SIMULATE_EVENTS } from '../../contract/lifecycle.ts';
import { replayPath } from '../holds.ts';
import type { JourneyModel } from '../journey-model.ts';
import { ANSWERS, type Answer, type JourneyRig } from '../journey-rig.ts';
import { Advance } from './advance.ts';
import { AnswerDeliveries } from './answer-deliveries.ts';
import { AwaitCalm } from './await-calm.ts';
import { CrashReceiver } from './crash-receiver.ts';
import { NewOrder } from './new-order.ts';
import { RecoverReceiver } from './recover-receiver.ts';
import { RepeatRequest } from './repeat-request.ts';
import { RestartSandbox } from './restart-sandbox.ts';
import { RotateSecret } from './rotate-secret.ts';
import { Simulate } from './simulate.ts';
import { SimulateTwice } from './simulate-twice.ts';

const pick = fc.nat(3);
const event = fc.constantFrom(...SIMULATE_EVENTS);
const advance = pick.map(order => new Advance(order));
/** An amount that differs from the amount of the sandbox's orders. */
const mismatch = fc.constantFrom('0.01', '99.99', '100.01', '1000000');

/** Random sequences of commands. Steps of the happy path are more frequent, so that orders progress. */
export function journeyCommands(maxCommands: number) {
  const commands: fc.Arbitrary<fc.AsyncCommand<JourneyModel, JourneyRig>>[] = [
    fc.constant(new NewOrder()),
    ...[advance, advance, advance, advance, advance],
    fc.tuple(pick, event).map(([order, step]) => new Simulate(order, { event: step })),
    fc
      .tuple(pick, mismatch)
      .map(([order, received_amount]) => new Simulate(order, { event: 'deposit_detected', received_amount })),
    fc.tuple(pick, event).map(([order, step]) => new SimulateTwice(order, step)),
    pick.map(order => new RepeatRequest(order)),
    fc.constantFrom(...(Object.keys(ANSWERS) as Answer[])).map(answer => new AnswerDeliveries(answer)),
    fc.constant(new CrashReceiver()),
    fc.constant(new RecoverReceiver()),
    fc.constant(new RestartSandbox()),
    fc.constant(new RotateSecret()),
    fc.constant(new AwaitCalm()),
  ];
  // Disable the usual bias towards short sequences: few of them complete an order.
  return fc.noBias(fc.commands(commands, { maxCommands, size: 'max', ...replayPath() }));
}
