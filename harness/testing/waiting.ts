/** Lets tests wait for what others change. */
interface Waiting {
  /** Looks again at what is waited for: to be called after each change. */
  changed(): void;
  /** Resolves with what `find` gives once that is not undefined. It is asked at once, and after each change. */
  until<T>(find: () => T | undefined): Promise<T>;
}

/** Nothing is waited for at first. */
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
