import type { Scenario } from '#harness';

const TIMES = 2;

export const unknownRoutes: Scenario = {
  id: 'contract/unknown-routes',
  suite: 'contract',
  title: 'A response to an unknown path or method has a request-id too (Errors)',
  async drive({ client, call, uuid }) {
    for (let time = 0; time < TIMES; time++) {
      // Paths of documented routes with another method, about nothing that exists.
      const routes = [
        ['GET', 'base', '/v1/banks/resolve'],
        ['POST', 'base', `/v1/onramp/orders/${uuid()}`],
        ['GET', 'sandbox', `/sandbox/collection-orders/${uuid()}/simulate`],
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
  },
};
