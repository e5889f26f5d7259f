import type { CommandName } from '../../settings/command-table.ts';
import type { Command } from '../command.ts';

/** Loads each command. */
export const LOADERS: { readonly [name in CommandName]: () => Promise<Command> } = {
  run: async () => (await import('./run.ts')).run,
  sandbox: async () => (await import('./sandbox.ts')).sandbox,
  listen: async () => (await import('./listen.ts')).listen,
  resend: async () => (await import('./resend.ts')).resend,
  simulate: async () => (await import('./simulate.ts')).simulate,
  sign: async () => (await import('./sign.ts')).sign,
  verify: async () => (await import('./verify.ts')).verify,
  explain: async () => (await import('./explain.ts')).explain,
  learn: async () => (await import('./learn.ts')).learn,
  parity: async () => (await import('./parity.ts')).parity,
  drift: async () => (await import('./drift.ts')).drift,
  observe: async () => (await import('./observe.ts')).observe,
  reference: async () => (await import('./reference.ts')).reference,
  prove: async () => (await import('./prove.ts')).prove,
  gate: async () => (await import('./gate.ts')).gate,
  report: async () => (await import('./report.ts')).report,
  merge: async () => (await import('./merge.ts')).merge,
  replay: async () => (await import('./replay.ts')).replay,
  'verify-run': async () => (await import('./verify-run.ts')).verifyRunCommand,
  league: async () => (await import('./league.ts')).league,
  doctor: async () => (await import('./doctor.ts')).doctor,
};
