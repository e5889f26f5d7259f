/**
 * Keeps what Node says of its own experimental parts off the terminal: the reader can do nothing about it. Other
 * warnings are printed as ever.
 */
export function dropExperimentalWarnings(): void {
  const { emitWarning } = process;
  process.emitWarning = (...args: readonly unknown[]) => {
    const [warning, options] = args;
    const type = warning instanceof Error ? warning.name : typeof options === 'string' ? options : undefined;
    if (type !== 'ExperimentalWarning') Reflect.apply(emitWarning, process, args);
  };
}
