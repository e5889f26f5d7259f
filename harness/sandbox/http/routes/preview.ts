import type { SandboxDialect } from '../../dialect/resolve-dialect.ts';
import { writeTimestamp } from '../../formats/bodies.ts';
import type { JsonObject } from '../../json.ts';
import type { Service } from '../../service.ts';
import { type Reply, reply } from '../call.ts';
import type { Route } from '../route.ts';

const QUOTE_MS = 900_000;

/** The preview surface (4.4): fixed replies, without state. */
export function previewRoutes({ preview }: SandboxDialect): Route[] {
  const route = (name: string, method: 'GET' | 'POST', path: string, handle: (service: Service) => Reply): Route => ({
    name: 'preview',
    method,
    path,
    needsKey: preview.needKey,
    handle: service => {
      const told = preview.answers[name];
      return told ? reply(told.status, told.status === 204 ? undefined : told.body) : handle(service);
    },
  });
  return [
    route('session', 'GET', '/v1/client/session', service => reply(200, session(service))),
    route('refreshQuote', 'POST', '/v1/client/session/refresh_quote', service => reply(200, { quote: quote(service) })),
    route('select', 'POST', '/v1/client/session/select', service => reply(200, session(service))),
    route('telemetry', 'POST', '/v1/client/telemetry', () => reply(202, { accepted: true })),
  ];
}

function session(service: Service): JsonObject {
  return { id: 'ses_sandbox', status: 'open', networks: ['polygon', 'tron'], quote: quote(service) };
}

function quote(service: Service): JsonObject {
  return {
    source_currency: 'USDC',
    source_amount: '100.00',
    destination_currency: 'NGN',
    destination_amount: '153525.00',
    rate: '1535.25',
    expires_at: writeTimestamp(service.now() + QUOTE_MS, service.dialect.formats.timestamps),
  };
}
