/** Stops Node from printing warnings about its experimental features. It still prints all other warnings. */
export function dropExperimentalWarnings(): void {
  const { emitWarning } = process;
  process.emitWarning = (...args: readonly unknown[]) => {
    const [warning, options] = args;
    const type = warning instanceof Error ? warning.name : typeof options === 'string' ? options : undefined;
    if (type !== 'ExperimentalWarning') Reflect.apply(emitWarning, process, args);
  };
}
