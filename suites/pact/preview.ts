import { MatchersV3 } from '@pact-foundation/pact';
import type { PreviewRoute } from '#harness';
import { STATES } from '#testing';
import type { HttpCase } from './http-case.ts';

/** The preview surface (4.4). Only its routes are specified, and they may change, so a difference is advice. */
export const PREVIEW: readonly HttpCase[] = [
  route('getClientSession', 'GET', '/v1/client/session'),
  route('refreshClientSessionQuote', 'POST', '/v1/client/session/refresh_quote'),
  route('selectClientSession', 'POST', '/v1/client/session/select'),
  route('recordClientTelemetry', 'POST', '/v1/client/telemetry'),
];

function route(operation: PreviewRoute, method: 'GET' | 'POST', path: string): HttpCase {
  return {
    description: `the preview route ${method} ${path}`,
    given: [STATES.any],
    method,
    path,
    ...(method === 'POST' && { sends: {} }),
    status: [200, MatchersV3.HTTPResponseStatusClass.Success],
    mayChange: true,
    call: client => client.preview(operation),
  };
}
