import type { SoundWebhook } from '../../sandbox/index.ts';

/** Letters and digits that forms of ids have in common: hexadecimal, and base 32 without I, L, O and U. */
const ALPHABETS = ['0123456789', 'abcdef', 'ABCDEF', 'ghjkmnpqrstvwxyz', 'GHJKMNPQRSTVWXYZ'];

/** An id of the same form that differs in its last letter or digit alone. */
export function alike(id: string): string {
  return id.replace(/[0-9a-z](?=[^0-9a-z]*$)/i, last => {
    const alphabet = ALPHABETS.find(letters => letters.includes(last)) ?? last;
    return alphabet[(alphabet.indexOf(last) + 1) % alphabet.length] ?? last;
  });
}

/** The same id with its last letter in the other case. An id without letters stays as it is. */
export function inOtherCase(id: string): string {
  return id.replace(/[a-z](?=[^a-z]*$)/i, last =>
    last === last.toLowerCase() ? last.toUpperCase() : last.toLowerCase(),
  );
}

/** A webhook under another event id. */
export function withEventId(webhook: SoundWebhook, eventId: string): SoundWebhook {
  const replaced = (text: string) => text.replaceAll(webhook.eventId, eventId);
  const headers = Object.entries(webhook.headers).map(([name, value]) => [name, replaced(value)]);
  const body = Buffer.from(replaced(webhook.body.toString()));
  return { ...webhook, eventId, headers: Object.fromEntries(headers), body };
}
