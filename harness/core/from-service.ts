/** Statuses that come from what stands before the service (a limiter, a gateway): they say nothing about it. */
const NOT_THE_SERVICE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Whether an answer of this status is the service's own, so that it can be judged and tell a fact. */
export function isFromService(status: number): boolean {
  return !NOT_THE_SERVICE.has(status);
}
