import type { SignatureCase } from '../signature-case.ts';

/**
 * Which open question of the specification a case touches besides what it asks (INTERFACE, The SDK adapter); undefined
 * for none. Where it touches one, an SDK that answers an error instead of a refusal gets advice and does not fail: it
 * may have chosen to refuse in that way. Input that anybody can send without a secret, such as a header without pairs
 * or a body that is not JSON, is not an open question: an SDK refuses it and does not throw.
 */
export function openTopic({ header, secrets }: SignatureCase): string | undefined {
  if (header !== null && typeof header !== 'string') return 'a header array';
  if (secrets.length === 0 || secrets.includes('')) return 'an empty secret';
  const text = header ?? '';
  if (text.length > 8192) return 'a header over 8 KiB';
  const elements = text.split(',');
  if (elements.filter(element => element.startsWith('t=')).length > 1) return 'a repeated t';
  return elements.some(element => /^[ \t]|[ \t]$/.test(element)) ? 'white space around pairs' : undefined;
}
