import type { Command } from '../command.ts';
import { doctor } from './doctor.ts';
import { drift } from './drift.ts';
import { explain } from './explain.ts';
import { gate } from './gate.ts';
import { learn } from './learn.ts';
import { listen } from './listen.ts';
import { merge } from './merge.ts';
import { observe } from './observe.ts';
import { prove } from './prove.ts';
import { reference } from './reference.ts';
import { replay } from './replay.ts';
import { report } from './report.ts';
import { resend } from './resend.ts';
import { run } from './run.ts';
import { sandbox } from './sandbox.ts';
import { sign } from './sign.ts';
import { simulate } from './simulate.ts';
import { verify } from './verify.ts';

/** Every command, in the order of the overview. */
export const COMMANDS: readonly Command[] = [
  run,
  sandbox,
  listen,
  resend,
  simulate,
  sign,
  verify,
  explain,
  learn,
  drift,
  observe,
  reference,
  prove,
  gate,
  report,
  merge,
  replay,
  doctor,
];
