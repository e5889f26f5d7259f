import { type Markup, markup, trusted } from '../markup.ts';
import { contentPolicy } from './content-policy.ts';
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
