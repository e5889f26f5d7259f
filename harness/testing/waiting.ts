interface Waiting {
  /** Looks again. To be called after each change. */
  changed(): void;
  /** Resolves with the first defined result of `find`, which is called at once and after each change. */
  until<T>(find: () => T | undefined): Promise<T>;
}

export function waiting(): Waiting {
  const looks = new Set<() => void>();
  return {
    changed() {
      for (const look of [...looks]) look();
    },
    until: find =>
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
