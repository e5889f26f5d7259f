import type { Scenario } from '#harness';

const ROUTES = [
  ['GET', '/v1/client/session', 'getClientSession'],
  ['POST', '/v1/client/session/refresh_quote', 'refreshClientSessionQuote'],
  ['POST', '/v1/client/session/select', 'selectClientSession'],
  ['POST', '/v1/client/telemetry', 'recordClientTelemetry'],
] as const;

export const previewSurface: Scenario = {
  id: 'gaps/preview-surface',
  suite: 'gaps',
  title: 'Observes the answers of the preview routes, with and without a key (4.4)',
  async drive({ client, call, newKey }) {
    for (const [method, path, operation] of ROUTES) {
      const isPost = method === 'POST';
      const headers = isPost ? { 'Idempotency-Key': newKey() } : {};
      const route = { method, server: 'base', path, headers, ...(isPost && { body: {} }) } as const;
      await client.sendRaw(route, { ...call, operation, condition: 'with a key' });
      if (isPost) await client.sendRaw(route, { ...call, operation, condition: 'replay: again' });
      await client.sendRaw(
        { ...route, headers: { ...(isPost && { 'Idempotency-Key': newKey() }), 'X-API-Key': undefined } },
        { ...call, operation, condition: 'without-key' },
      );
    }
  },
};
