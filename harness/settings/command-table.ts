import { SIMULATE_EVENTS } from '../contract/lifecycle.ts';

/**
 * Every command, in the order of the overview, with its operands and a description. Brackets mark optional operands,
 * and an ellipsis repeatable ones. The options of a command are in its own file, which is loaded only when the command
 * runs, because the tables of options need most of the harness.
 */
export const COMMANDS = {
  run: { operands: '', about: 'drives the suites against the target, writes a run folder, and prints the verdict' },
  sandbox: { operands: '', about: 'serves the embedded sandbox on its own, until interrupted' },
  listen: { operands: '', about: 'receives, verifies and shows webhooks live, until interrupted' },
  resend: {
    operands: 'FILE',
    about: 'sends a saved delivery again, signed again with SIGNING_SECRET, and prints the response',
  },
  simulate: {
    operands: 'ORDER_ID EVENT',
    about: `sends one simulate call; EVENT is one of ${SIMULATE_EVENTS.join(', ')}`,
  },
  sign: { operands: '', about: 'prints the value of the signature header for a body' },
  verify: {
    operands: '[FILE]',
    about: 'verifies the signature of one webhook or saved delivery, and names the reason of a failure',
  },
  explain: {
    operands: 'ID',
    about:
      'explains a requirement, gap, check, fault, scenario, or a finding of a run; `requirements`, `gaps`, `checks`, ' +
      '`faults` and `scenarios` list them',
  },
  learn: {
    operands: '',
    about: 'writes the dialect of the target, learned from a new run or, with --from, from a recorded run',
  },
  parity: {
    operands: 'RUN_DIR',
    about: 'drives the embedded sandbox under the dialect of a run, and compares the facts of both',
  },
  drift: {
    operands: 'OLD NEW',
    about:
      'shows what changed between two facts.json files or run folders, of any targets, and the shortest sequence of ' +
      'steps with a different answer, as Markdown; for two runs also the new findings',
  },
  observe: {
    operands: 'RUN_DIR|FACTS',
    about: 'adds a run to the recorded facts in reports/observed, and documents them',
  },
  reference: {
    operands: 'RUN_DIR|FACTS',
    about: 'writes the OpenAPI document of the service with the observed facts, for any tool that renders OpenAPI',
  },
  prove: { operands: '', about: 'tests the harness itself: every fault is caught and every dialect passes' },
  gate: {
    operands: '[-- ADAPTER…]',
    about: 'tests an SDK through an adapter process or, with --endpoint, a webhook handler by what it credits',
  },
  report: { operands: 'RUN_DIR…', about: 'renders the reports of each run again' },
  merge: { operands: 'RUN_DIR…', about: 'merges several shards into one run, and judges it once' },
  replay: {
    operands: 'RUN_DIR',
    about: 'judges a recorded run again, offline; with SIGNING_SECRET, also verifies the signatures again',
  },
  'verify-run': {
    operands: 'VERDICT [RUN_DIR]',
    about: 'recomputes a verdict.json from its record: exit code 0 the same, 1 different, 2 altered, 3 another version',
  },
  league: { operands: 'DIR…', about: 'writes one table of many verdicts: SDKs by version and edition' },
  doctor: {
    operands: '',
    about: 'reports what is configured, reachable and missing, with a next step for each problem',
  },
} as const satisfies { readonly [name: string]: { readonly operands: string; readonly about: string } };

/** The name of a command. */
export type CommandName = keyof typeof COMMANDS;
