/** What an SDK or a handler does, as a statement: what explains it is left out. */
function statementOf(bug: string): string {
  const [short = bug] = bug.split(/[:;]/);
  return short.replace(/^its /, "the SDK's ").replace(/^it /, 'the SDK ');
}

/** The one line of a finding whose cause is known: what is done wrong, then what shows it. */
export function causeFirst(bug: string, shown: string): string {
  const shownByIt = shown.replace(/^the SDK /, 'it ').replace(/, the SDK /, ', it ');
  return `${statementOf(bug)}: ${shownByIt.replace(/^(An?|The) /, article => article.toLowerCase())}`;
}

/** Whether the one line of a finding states its cause. */
export function statesCause({ message, likely }: { readonly message: string; readonly likely?: string | undefined }) {
  return likely !== undefined && message.startsWith(statementOf(likely));
}
