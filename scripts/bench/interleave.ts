/** Measures some figures in each round, one after another, so that what slows the machine down concerns all of them. */
export async function interleave<Name extends string>(
  rounds: number,
  contestants: { readonly [name in Name]: () => number | Promise<number> },
): Promise<{ readonly [name in Name]: readonly number[] }> {
  const names = Object.keys(contestants) as Name[];
  const figures = Object.fromEntries(names.map(name => [name, [] as number[]])) as { [name in Name]: number[] };
  // The first round warms caches and compilers up, and is not counted.
  for (let round = 0; round <= rounds; round++)
    for (const name of names) {
      const figure = await contestants[name]();
      if (round > 0) figures[name].push(figure);
    }
  return figures;
}

/**
 * How often a function can be called in a second of CPU time, which other processes hardly change.
 *
 * @param ms the CPU time to measure. Default: 150
 * @param batch the number of calls between two looks at the clock. Default: 50
 */
export function perCpuSecond(call: () => unknown, ms = 150, batch = 50): number {
  let calls = 0;
  for (const from = process.cpuUsage(); ; calls += batch) {
    const { user, system } = process.cpuUsage(from);
    if (user + system >= 1000 * ms) return (calls * 1e6) / (user + system);
    for (let nth = 0; nth < batch; nth++) call();
  }
}
