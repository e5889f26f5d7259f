import type { WebhooksOfSteps } from '../webhooks-of-steps.ts';

/** The webhooks of steps that send these types. @param nameless the types that name no order */
export function webhooks(types: Record<string, readonly string[]>, nameless: readonly string[] = []): WebhooksOfSteps {
  const steps = Object.entries(types).map(([step, own]) => {
    const shown = {
      count: own.length,
      types: new Set(own),
      nameless: new Set(own.filter(one => nameless.includes(one))),
    };
    return [step, shown] as const;
  });
  return { steps: new Map(steps), refused: new Map(), unrelated: new Set() };
}
