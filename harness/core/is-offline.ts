/** Whether what went wrong with a call, a text with the code of its error, says that this machine has no network. */
export function isOffline(problem: string): boolean {
  return /\b(EAI_AGAIN|ENETUNREACH|ENETDOWN)\b/.test(problem);
}
