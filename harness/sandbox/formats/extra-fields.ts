import type { JsonObject } from '../json/json.ts';

/** Fields that no document names, as an answer carries them where the dialect has extra fields. */
export const EXTRA_FIELDS: JsonObject = {
  object: 'resource',
  livemode: false,
  links: { self: 'https://sandbox.example/resource?a=1&b=2' },
  tags: ['sandbox', '<test>'],
};

/** The same for events. */
export const EXTRA_EVENT_FIELDS: JsonObject = {
  api_version: '2026-01-01',
  livemode: false,
  pending_webhooks: 1,
  previous_attributes: {},
  note: 'naïve café ☕ <b>&</b> a/b',
};
