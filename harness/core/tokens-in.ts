/** Options and variables whose value is a secret: `--authtoken X`, `--token=X`, `NGROK_AUTHTOKEN=X`. */
const NAMED = /(?:token|secret|password|passphrase|authkey|auth)["']?(?:\s*=\s*|\s+)["']?([^\s"';|&()<>]+)/gi;
/** A user name of an ssh address that is none: some providers take the token there. */
const USER = /(?:^|\s)([\w+.-]{12,})@[\w.-]+/g;

/** The words of a command line that are secrets, as far as the names before them tell. */
export function tokensIn(command: string): readonly string[] {
  return [...command.matchAll(NAMED), ...command.matchAll(USER)].map(([, token]) => token ?? '');
}
