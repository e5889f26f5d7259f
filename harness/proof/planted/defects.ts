/** A defect of the harness itself: a text of one of its sources, and what stands there instead. */
export interface PlantedDefect {
  /** What the harness does wrong. */
  readonly name: string;
  /** Its source, from the root of the checkout. */
  readonly file: string;
  /** Occurs once in the source. */
  readonly text: string;
  readonly replacement: string;
  /** A fault that it hides: every night with a fault has this one. Default: any. */
  readonly fault?: string;
}

/** Defects that simulated nights have to find: each a plausible slip of one expression. */
export const DEFECTS: readonly PlantedDefect[] = [
  // What is recorded.
  {
    name: 'every tenth delivery is lost',
    file: 'harness/record/recorder.ts',
    text: `return this.#append({ type: 'delivery', id: \`d\${++this.#count}\`, ...opened, answer });`,
    replacement: `const delivery = { id: \`d\${++this.#count}\`, ...opened, answer };
    return delivery.id.endsWith('7') ? delivery : this.#append({ type: 'delivery', ...delivery });`,
  },
  {
    name: 'a run ends without its footer',
    file: 'harness/record/recorder.ts',
    text: "this.write({ type: 'end', ...end, lines: this.#lines });",
    replacement: '',
  },
  {
    name: 'a wait is recorded without its step',
    file: 'harness/journeys/journey-driver.ts',
    text: "recorder.write({ type: 'wait', journey: this.id, ...due, to: stamp(), allowed, outcome });",
    replacement:
      "recorder.write({ type: 'wait', journey: this.id, ...due, since: '', to: stamp(), allowed, outcome });",
  },
  {
    name: 'stamps are cut to whole seconds',
    file: 'harness/journeys/open-run.ts',
    text: 'Math.round((start + world.monotonic()) * 1000) / 1000',
    replacement: 'Math.floor((start + world.monotonic()) / 1000) * 1000',
  },
  {
    name: 'only the first secret verifies',
    file: 'harness/record/observer.ts',
    text: 'secrets.flatMap((secret, slot) =>',
    replacement: 'secrets.slice(0, 1).flatMap((secret, slot) =>',
  },
  {
    name: 'a v1 in upper case verifies',
    file: 'harness/record/observer.ts',
    text: 'v1.includes(signatureOf(first, body, secret))',
    replacement: 'v1.some(one => one.toLowerCase() === signatureOf(first, body, secret))',
    fault: 'signature-uppercase-hex',
  },
  {
    name: 'the ids of merged runs are the same',
    file: 'harness/record/merge-evidence.ts',
    text: 'inRun(item, schema, `s',
    replacement: "inRun(item, schema, 's1' || `s",
  },
  {
    name: 'a merged run has the deliveries of its first run only',
    file: 'harness/core/evidence.ts',
    text: "kind('appended', 'deliveries', Delivery, by('at'))",
    replacement: "kind('appended', 'deliveries', Delivery, items => items.filter(({ id }) => id.startsWith('s1.')))",
  },
  // What is driven.
  {
    name: 'a refused delivery is answered 200',
    file: 'harness/journeys/webhook-endpoint.ts',
    text: 'if (refusal) this.#follow(refusal, { delivery }, ended);\n    return reply;',
    replacement: 'if (refusal) this.#follow(refusal, { delivery }, ended);\n    return OK;',
  },
  {
    name: 'each call has the Idempotency-Key of the first',
    file: 'harness/journeys/open-run.ts',
    text: 'const newKey = freshKeys(pseudonymKey);',
    replacement: 'const onlyKey = freshKeys(pseudonymKey)(); const newKey = () => onlyKey;',
  },
  {
    name: 'journeys whose webhooks name no order go side by side',
    file: 'harness/journeys/exclusive-section.ts',
    text: 'const leave = await this.#turn.enter();',
    replacement: 'const leave = () => {};',
  },
  {
    name: 'a wait ends at its time-out although the process stood still',
    file: 'harness/webhooks/inbox.ts',
    text: 'if (away > 0 || late > STALL_MS) arm(away + Math.max(0, late));',
    replacement: 'if (away > 0) arm(away);',
  },
  {
    name: 'a delivery wakes nobody who waits',
    file: 'harness/webhooks/inbox.ts',
    text: 'for (const look of [...this.#waits]) look();',
    replacement: '',
  },
  {
    name: 'the run does not wait for silence before it knows what steps cause',
    file: 'harness/journeys/journey-driver.ts',
    text: 'if (this.#heard === undefined || this.#tools.usual.knows(this.#heard)) return;',
    replacement: 'return;',
  },
  {
    name: 'a target that cannot be reached is no trouble',
    file: 'harness/journeys/reachability.ts',
    text: 'if (now === undefined) {\n        record(',
    replacement: 'if (now === undefined) {\n        void (',
  },
  {
    name: 'nothing is waited for after the last call',
    file: 'harness/journeys/drive-plan.ts',
    text: 'Math.max(quietMs, due - stamp())',
    replacement: '0',
  },
  // How it is attributed.
  {
    name: 'a delivery belongs to the journey that is alone, whatever it names',
    file: 'harness/core/attribution.ts',
    text: 'if (named.size === 1) return order;',
    replacement: 'if (named.size === 1) return alone ?? order;',
  },
  {
    name: 'deliveries are attributed to the first order',
    file: 'harness/core/attribution.ts',
    text: 'if (located !== undefined && this.#orders.has(located)) return located;',
    replacement: 'if (located !== undefined && this.#orders.has(located)) return [...this.#orders][0];',
  },
  {
    name: 'a redelivery counts as a new event',
    file: 'harness/core/view.ts',
    text: 'delivery => this.idOf(delivery) ??',
    replacement: 'delivery => delivery.id ??',
  },
  {
    name: 'a call without an answer counts as accepted',
    file: 'harness/core/view.ts',
    text: "if (status === undefined || NO_ANSWER.has(status)) return 'unknown';",
    replacement: "if (status === undefined || NO_ANSWER.has(status)) return 'accepted';",
  },
  {
    name: 'events are given to steps by arrival alone',
    file: 'harness/core/causes-of-events.ts',
    text: 'turns.get(event) ?? before.findLast(moment => belongs(event.type, moment)) ?? before.at(-1)',
    replacement: 'before.at(-1)',
  },
  {
    name: 'an event came when it came last',
    file: 'harness/core/windows.ts',
    text: 'export function arrivalOf({ deliveries: [{ at }] }: EventSeen): number {\n  return at;',
    replacement: 'export function arrivalOf({ deliveries }: EventSeen): number {\n  return deliveries.at(-1)?.at ?? 0;',
  },
  {
    name: 'late events are given to no step',
    file: 'harness/core/match-steps.ts',
    text: 'if (step === undefined || taken.has(step)) continue;',
    replacement: 'continue;',
  },
  // How it is judged.
  {
    name: 'the tolerance is 30 seconds',
    file: 'harness/checks/signature-time.ts',
    text: 'const TOLERANCE_SECONDS = 300;',
    replacement: 'const TOLERANCE_SECONDS = 30;',
  },
  {
    name: 'a t in the future is always within the tolerance',
    file: 'harness/checks/signature-time.ts',
    text: 'if (Math.abs(age) <= TOLERANCE_SECONDS) {',
    replacement: 'if (age <= TOLERANCE_SECONDS) {',
    fault: 'signature-t-future',
  },
  {
    name: 'trouble excuses nothing',
    file: 'harness/core/view.ts',
    text: "trouble => (trouble.shard ?? '') === own && trouble.from <= to && trouble.to >= from,",
    replacement: '() => false,',
  },
  {
    name: 'the status of findings is inverted',
    file: 'harness/checks/judge.ts',
    text: "const { cause, severity = 'breach', evidence, also = [], ...first } = breach;",
    replacement:
      'const { cause, severity: own, evidence, also = [], ...first } = breach;\n' +
      "  const severity = own === 'advice' ? 'breach' : 'advice';",
    fault: 'no-redelivery',
  },
  {
    name: 'a breach under one interpretation is enough',
    file: 'harness/checks/judge.ts',
    text: 'return sets.reduce((common, set) => common.intersection(set));',
    replacement: 'return sets.reduce((common, set) => common.union(set));',
  },
  {
    name: 'a webhook is due after a step that may have been lost',
    file: 'harness/checks/happy-path.ts',
    text: "if (earlier.some(one => view.outcomeOf(one) === 'unknown')) return false;",
    replacement: '',
  },
  {
    name: 'a credit that comes before disburse is the one that is due',
    file: 'harness/checks/completed.ts',
    text: 'filter(({ at }) => at < (disburse?.at ?? Number.POSITIVE_INFINITY));',
    replacement: 'filter(() => disburse === undefined);',
    fault: 'completed-at-confirmation',
  },
  {
    name: 'two credits of one order are one',
    file: 'harness/checks/credited-once.ts',
    text: 'if (credits.length < 2) continue;',
    replacement: 'if (credits.length < 3) continue;',
    fault: 'completed-twice',
  },
  {
    name: 'events of different types may share an id',
    file: 'harness/checks/event-id.ts',
    text: 'view.typeOf(other) !== view.typeOf(delivery) || ',
    replacement: '',
    fault: 'event-id-shared',
  },
  {
    name: 'a refused delivery need not come again',
    file: 'harness/checks/redelivery.ts',
    text: "} else if (wait.outcome === 'missed' && journey.diagnoses === undefined) {",
    replacement: "} else if (wait.outcome === 'came' && journey.diagnoses === undefined) {",
    fault: 'no-redelivery',
  },
];

/** The source of a defect with the defect in it. @throws Error where the text does not occur there exactly once */
export function withDefect({ name, text, replacement }: PlantedDefect, source: string): string {
  const parts = source.split(text);
  if (parts.length !== 2) throw new Error(`"${name}": its text occurs ${parts.length - 1} times`);
  return parts.join(replacement);
}
