import type { JsonObject } from '../json/json.ts';

/** Undocumented fields of a reply, where the dialect has extra fields. */
export const EXTRA_FIELDS: JsonObject = {
  object: 'resource',
  livemode: false,
  links: { self: 'https://sandbox.example/resource?a=1&b=2' },
  tags: ['sandbox', '<test>'],
};

/** Undocumented fields of an event, where the dialect has extra fields. */
export const EXTRA_EVENT_FIELDS: JsonObject = {
  api_version: '2026-01-01',
  livemode: false,
  pending_webhooks: 1,
  previous_attributes: {},
  note: 'naïve café ☕ <b>&</b> a/b',
};
