/** Options and variables with a secret value: `--authtoken X`, `--token=X`, `NGROK_AUTHTOKEN=X`. */
const NAMED = /(?:token|secret|password|passphrase|authkey|auth)["']?(?:\s*=\s*|\s+)["']?([^\s"';|&()<>]+)/gi;
/** The user name of an ssh address: some providers take the token there. */
const USER = /(?:^|\s)([\w+.-]{12,})@[\w.-]+/g;

/** The words of a command line that are secrets, judged by the names before them. */
export function tokensIn(command: string): readonly string[] {
  return [...command.matchAll(NAMED), ...command.matchAll(USER)].map(([, token]) => token ?? '');
}
