import { SIMULATE_EVENTS } from './lifecycle.ts';

/**
 * Every command, in the order of the overview: its operands, and what it does. Brackets: may be left out. An ellipsis:
 * may be given several times. The options of a command are in its own file, which is loaded when the command is called:
 * the tables of options need most of the harness.
 */
export const COMMANDS = {
  run: { operands: '', about: 'drives the suites against the target, writes a run folder, and prints the verdict' },
  sandbox: { operands: '', about: 'serves the embedded sandbox on its own, until interrupted' },
  listen: { operands: '', about: 'receives, verifies and shows webhooks live, until interrupted' },
  resend: {
    operands: 'FILE',
    about: 'sends a saved delivery again, with a new signature by SIGNING_SECRET, and prints the answer',
  },
  simulate: {
    operands: 'ORDER_ID EVENT',
    about: `makes one simulate call; EVENT is one of ${SIMULATE_EVENTS.join(', ')}`,
  },
  sign: { operands: '', about: 'prints the value of the signature header for a body' },
  verify: {
    operands: '[FILE]',
    about: 'judges the signature of one webhook, or of a saved delivery, and names the reason',
  },
  explain: {
    operands: 'ID',
    about:
      'explains a requirement, gap, check, fault, scenario, or a finding of a run; `requirements`, `gaps`, `checks`, ' +
      '`faults` and `scenarios` list them',
  },
  learn: {
    operands: '',
    about: 'writes the dialect that the target speaks, from one more run or with --from from the record of one',
  },
  parity: {
    operands: 'RUN_DIR',
    about: 'drives the sandbox under the dialect that a run shows, and says how far it is from what was observed',
  },
  drift: {
    operands: 'OLD NEW',
    about:
      'shows what changed between two facts.json files or run folders, of any targets, and the shortest sequence of ' +
      'steps that is answered differently; for two runs also the new findings, and the first journey with a new ' +
      'breach beside the earlier journey that took the same steps',
  },
  observe: { operands: 'RUN_DIR|FACTS', about: 'adds a run to the facts kept in reports/observed, and documents them' },
  reference: {
    operands: 'RUN_DIR|FACTS',
    about: 'writes the API reference with the observed facts, as one HTML page that needs no network',
  },
  prove: { operands: '', about: 'proves the harness itself: it catches every fault and passes every dialect' },
  gate: {
    operands: '[-- ADAPTER…]',
    about: 'judges an SDK through an adapter process, or with --endpoint a webhook handler by what it credits',
  },
  report: { operands: 'RUN_DIR…', about: 'writes the reports of a run again, or one page about the last runs' },
  merge: { operands: 'RUN_DIR…', about: 'makes one run of several shards, judged once over the union' },
  replay: {
    operands: 'RUN_DIR',
    about: 'judges a recorded run again, offline; with SIGNING_SECRET it verifies the signatures again',
  },
  doctor: { operands: '', about: 'shows what is configured, reachable and missing, with the next step for each' },
} as const satisfies { readonly [name: string]: { readonly operands: string; readonly about: string } };

/** The name of a command. */
export type CommandName = keyof typeof COMMANDS;
