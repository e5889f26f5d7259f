import type { SignatureCase } from '../signature-case.ts';

/**
 * Which open question of the specification a case touches beside what it asks (INTERFACE, The SDK adapter); undefined
 * for none. Where one is touched, an SDK that answers an error instead of a refusal is advised, not failed: it may well
 * have chosen to refuse in that way. What anybody can send who knows no secret (a header that is no list of pairs, a body
 * that is no JSON) is none of them: it is refused, and nothing throws.
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
