/** Statuses of a limiter or gateway in front of the service: they say nothing about it. */
const NOT_THE_SERVICE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Whether an answer with this status comes from the service itself, so that it can be judged and give facts. */
export function isFromService(status: number): boolean {
  return !NOT_THE_SERVICE.has(status);
}
