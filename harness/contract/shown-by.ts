/** The suites that are made to show the requirements of an area: what stands before the dot of their ids. */
const BY_AREA: { readonly [area: string]: readonly string[] } = {
  service: ['contract', 'collection', 'gaps'],
  wire: ['contract', 'collection', 'gaps'],
  request: ['contract', 'collection', 'gaps'],
  response: ['contract', 'collection', 'gaps'],
  enquiry: ['contract'],
  onramp: ['contract'],
  account: ['contract'],
  auth: ['contract'],
  preview: ['contract'],
  version: ['contract'],
  collection: ['collection'],
  sandbox: ['collection'],
  lifecycle: ['collection'],
  simulate: ['collection'],
  event: ['collection'],
  webhook: ['collection'],
  receiver: ['collection'],
  signature: ['collection', 'gaps'],
};

/** Requirements that other suites show than the rest of their area. */
const BY_ID: { readonly [id: string]: readonly string[] } = {
  // A webhook need not hold an amount, nor an answer to a step a body.
  'wire.decimal-strings': ['contract'],
  'version.prefix': ['collection', 'gaps'],
  'simulate.route': ['collection', 'gaps'],
  'webhook.signed': ['collection', 'gaps'],
  'event.every-step': ['collection', 'gaps'],
  'event.id': ['collection', 'gaps'],
};

/**
 * The suites that are made to show a requirement, by name. A run that was asked for one of them and did not show it is
 * incomplete; a run that was asked for others only is not.
 */
export function shownBy(requirement: string): readonly string[] {
  return BY_ID[requirement] ?? BY_AREA[requirement.split('.')[0] ?? ''] ?? [];
}
