import type { Scenario } from '#harness';
import { rawCalls } from '../raw-calls.ts';

const TIMES = 2;
/** In KiB: more than is read at once, but less than most servers refuse. */
const LARGE_KIB = 32;

export const unknownRoutes: Scenario = {
  id: 'contract/unknown-routes',
  suite: 'contract',
  title: 'Responses to unknown paths, unknown methods and large bodies have a request-id (Errors)',
  async drive(context) {
    const { client, call, uuid } = context;
    for (let time = 0; time < TIMES; time++) {
      // Documented paths with another method, about nothing that exists.
      const routes = [
        ['GET', 'base', '/v1/banks/resolve'],
        ['POST', 'base', `/v1/onramp/orders/${uuid()}`],
        ['GET', 'sandbox', `/sandbox/collection-orders/${uuid()}/simulate`],
        ['OPTIONS', 'base', '/v1/banks/resolve'],
        ['GET', 'base', '/v1/no-such-route'],
        ['POST', 'sandbox', '/sandbox/no-such-route'],
      ] as const;
      for (const [method, server, path] of routes) {
        const words = path.replace(/\/[0-9a-f-]{36}/, '/{id}');
        await client.sendRaw(
          { method, server, path, ...(method === 'POST' && { body: {} }) },
          { ...call, condition: `unknown-route: ${method} ${words}` },
        );
      }
    }
    // The order and the event are unknown, so the call changes nothing, however much of it the service reads.
    const body = { event: 'no_such_event' };
    const padding = LARGE_KIB * 1024;
    await rawCalls(context).simulate({ order: uuid() }, `large-body: ${LARGE_KIB} KiB`, body, { padding });
  },
};
