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
  async drive({ client, call }) {
    for (const [method, path, operation] of ROUTES) {
      const route = { method, server: 'base', path, ...(method === 'POST' && { body: {} }) } as const;
      await client.sendRaw(route, { ...call, operation, condition: 'with a key' });
      await client.sendRaw(
        { ...route, headers: { 'X-API-Key': undefined } },
        { ...call, operation, condition: 'without-key' },
      );
    }
  },
};
