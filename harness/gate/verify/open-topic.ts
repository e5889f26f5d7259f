import type { SignatureCase } from '../signature-case.ts';

/**
 * Which open question of the specification a case touches beside what it asks (INTERFACE, The SDK adapter); undefined
 * for none. Where one is touched, an SDK that answers an error instead of a refusal is advised, not failed: it may well
 * have chosen to refuse in that way.
 */
export function openTopic({ header, body, secrets }: SignatureCase): string | undefined {
  if (header !== null && typeof header !== 'string') return 'a header array';
  if (secrets.length === 0 || secrets.includes('')) return 'an empty secret';
  const text = header ?? '';
  if (text.length > 8192) return 'a header over 8 KiB';
  const elements = text.split(',');
  if (elements.filter(element => element.startsWith('t=')).length > 1) return 'a repeated t';
  if (elements.some(element => /^[ \t]|[ \t]$/.test(element))) return 'white space around pairs';
  if (header !== null && elements.some(element => !/^[^=]+=/.test(element))) return 'empty or =-less elements';
  return isJson(Buffer.from(body, 'base64')) ? undefined : 'an empty or non-JSON body';
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
    return true;
  } catch {
    return false;
  }
}
