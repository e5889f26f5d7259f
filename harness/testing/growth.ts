/**
 * More than this, for sixteen times the size, is more than linear: quadratic work takes 256 times as much. Linear work
 * may take several times sixteen, where the garbage collector runs only for the larger size.
 */
export const LINEAR = 100;

/** Less than this, in microseconds of CPU time, is not compared. */
const LEAST = 2_000;

/**
 * How many times as much CPU time work takes for sixteen times the size. Only the time of this thread counts, at the best
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
  return least(16 * size) / Math.max(least(size), LEAST);
}
