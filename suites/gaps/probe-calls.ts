import type { ScenarioContext } from '#harness';

/** Simulate calls as probes make them: with a condition, so that no check takes them for steps. */
export function probeCalls({ client, call }: Pick<ScenarioContext, 'client' | 'call'>) {
  return {
    /** One call about an order. @param condition what the call is made for, as facts know it */
    async simulate(
      order: { readonly order: string; readonly id?: string },
      condition: string,
      body: object,
      more: { readonly headers?: { readonly [name: string]: string | undefined }; readonly padding?: number } = {},
    ) {
      const path = `/sandbox/collection-orders/${encodeURIComponent(order.order)}/simulate`;
      const { response } = await client.mistake(
        { method: 'POST', server: 'sandbox', path, body, ...more },
        {
          ...call,
          ...(order.id !== undefined && { journey: order.id }),
          operation: 'simulateCollectionOrder',
          condition,
        },
      );
      const status = response?.status ?? 0;
      return { status, taken: status >= 200 && status < 300 };
    },
  };
}
