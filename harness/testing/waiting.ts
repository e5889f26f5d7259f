/** Waits for what a test finds: `changed` looks again, and is to be called after each change. */
export function waiting() {
  const looks = new Set<() => void>();
  return {
    changed() {
      for (const look of [...looks]) look();
    },
    /** Resolves with the first defined result of `find`, which is called at once and after each change. */
    until: <T>(find: () => T | undefined): Promise<T> =>
      new Promise(resolve => {
        const look = () => {
          const found = find();
          if (found === undefined) return;
          looks.delete(look);
          resolve(found);
        };
        looks.add(look);
        look();
      }),
  };
}
