import { type Condition, isSimulateEvent, type JourneyDriver, otherwiseNamed, type ScenarioContext } from '#harness';

/** Changes to a raw call: headers (`undefined` removes one), the text of its body, and white space after it. */
type More = Pick<Parameters<ScenarioContext['client']['sendRaw']>[0], 'headers' | 'text' | 'padding'>;

/** Changes to a raw simulate call, also of the order id in its path. Default: the id of the order. */
export type MoreOfStep = More & { readonly orderId?: string };

/**
 * Calls that the typed client would not make: with mistakes, or under a condition that tells checks and facts their
 * purpose.
 */
export function rawCalls({ client, call }: Pick<ScenarioContext, 'client' | 'call'>) {
  return {
    /** A name enquiry (4.1). */
    enquire: (condition: Condition, body: object, more: More = {}) =>
      client.sendRaw(
        { method: 'POST', server: 'base', path: '/v1/banks/resolve', body, ...more },
        { ...call, operation: 'resolveBankAccount', condition },
      ),

    /** Reads an onramp order (4.2). */
    readOrder: (condition: Condition, id: string, more: More = {}) =>
      client.sendRaw(
        { method: 'GET', server: 'base', path: `/v1/onramp/orders/${encodeURIComponent(id)}`, ...more },
        { ...call, operation: 'getOnrampOrder', condition },
      ),

    /** Simulates a step (4.3) of a journey, or of an order without one. @returns whether the service accepted it */
    async simulate(
      order: JourneyDriver | { readonly order: string },
      condition: Condition,
      body: { readonly event?: unknown },
      { orderId = order.order, ...more }: MoreOfStep = {},
    ): Promise<boolean> {
      const journey = 'id' in order ? order : undefined;
      await journey?.settle();
      const known = isSimulateEvent(body.event) ? body.event : otherwiseNamed(body.event);
      // A call that must not send a webhook needs no turn, and would claim the late webhooks of others.
      if (known !== undefined) await journey?.enter(known);
      const path = `/sandbox/collection-orders/${encodeURIComponent(orderId)}/simulate`;
      const { response } = await client.sendRaw(
        { method: 'POST', server: 'sandbox', path, body, ...more },
        { ...call, ...(journey && { journey: journey.id }), operation: 'simulateCollectionOrder', condition },
      );
      return response !== undefined && response.status >= 200 && response.status < 300;
    },
  };
}
