import { createHash } from 'node:crypto';

/**
 * The policy of a page that asks nothing of any network: only its own stylesheet and script run, by their digests, so
 * that even markup that slipped through could do nothing. @param script absent: none runs
 */
export function contentPolicy(style: string, script?: string): string {
  return [
    "default-src 'none'",
    `style-src ${digest(style)}`,
    ...(script === undefined ? [] : [`script-src ${digest(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function digest(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
