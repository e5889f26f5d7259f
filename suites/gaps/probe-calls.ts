import type { Condition, JourneyDriver, ScenarioContext } from '#harness';

/** Simulate calls as probes make them: with a condition, so that no check takes them for steps. */
export function probeCalls({ client, call }: Pick<ScenarioContext, 'client' | 'call'>) {
  return {
    /** One call about an order. @param condition what the call is made for, as facts know it */
    async simulate(
      order: JourneyDriver | { readonly order: string },
      condition: Condition,
      body: { readonly event: string },
      more: { readonly headers?: { readonly [name: string]: string | undefined }; readonly padding?: number } = {},
    ) {
      const journey = 'id' in order ? order : undefined;
      await journey?.enter(body.event);
      const path = `/sandbox/collection-orders/${encodeURIComponent(order.order)}/simulate`;
      const { response } = await client.sendRaw(
        { method: 'POST', server: 'sandbox', path, body, ...more },
        {
          ...call,
          ...(journey && { journey: journey.id }),
          operation: 'simulateCollectionOrder',
          condition,
        },
      );
      const status = response?.status ?? 0;
      return { status, taken: status >= 200 && status < 300 };
    },
  };
}
