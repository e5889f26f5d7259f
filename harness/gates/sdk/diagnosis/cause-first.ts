/** A bug as a statement about the SDK or the handler, without its explanation. */
function statementOf(bug: string): string {
  const [short = bug] = bug.split(/[:;]/);
  return short.replace(/^its /, "the SDK's ").replace(/^it /, 'the SDK ');
}

/** The headline of a finding with a known cause: what is done wrong, then what shows it. */
export function causeFirst(bug: string, shown: string): string {
  const shownByIt = shown.replace(/^the SDK /, 'it ').replace(/, the SDK /, ', it ');
  return `${statementOf(bug)}: ${shownByIt.replace(/^(An?|The) /, article => article.toLowerCase())}`;
}

/** Whether the headline of a finding states its cause. */
export function statesCause({ message, likely }: { readonly message: string; readonly likely?: string | undefined }) {
  return likely !== undefined && message.startsWith(statementOf(likely));
}
