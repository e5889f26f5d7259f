import { createHash } from 'node:crypto';
import { type Markup, markup, trusted } from '../markup.ts';
import { STYLE } from './style.ts';

/** What differs between the pages. */
export interface PageParts {
  readonly title: string;
  /** What stands in `<body>`. */
  readonly body: Markup;
  /** The only script that may run; `body` holds it. Default: none runs. */
  readonly script?: string;
}

/** A whole page in the one style: it holds everything it shows, and asks nothing of any network. */
export function page({ title, body, script }: PageParts): string {
  return `${markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(STYLE, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
${body}
</body>
</html>
`}`;
}

/**
 * The policy of a page that asks nothing of any network: only its own stylesheet and script run, by their digests, so
 * that even markup that slipped through could do nothing. @param script absent: none runs
 */
function contentPolicy(style: string, script?: string): string {
  const digest = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
  return [
    "default-src 'none'",
    `style-src ${digest(style)}`,
    ...(script === undefined ? [] : [`script-src ${digest(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
