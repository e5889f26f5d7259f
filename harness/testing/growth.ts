/** More than this, for eight times the size, is more than linear: quadratic work takes 64 times as much. */
export const LINEAR = 24;

/** Less than this, in microseconds of CPU time, is not compared. */
const LEAST = 2_000;

/**
 * How many times as much CPU time work takes for eight times the size. Only the time of this thread counts, at the best
 * of a few attempts, so that the load of the machine and other tests change nothing.
 */
export function growthOf(work: (size: number) => unknown, size: number): number {
  const timeOf = (length: number) => {
    const from = process.threadCpuUsage();
    work(length);
    const { user, system } = process.threadCpuUsage(from);
    return user + system;
  };
  const least = (length: number) => Math.min(...Array.from({ length: 3 }, () => timeOf(length)));
  return least(8 * size) / Math.max(least(size), LEAST);
}
