/** A function that computes a value at its first call and then returns the same value. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** A function that computes a value at the first call with a key, and then returns the same value for that key. */
export function oncePerKey<K, T>(make: (key: K) => T): (key: K) => T {
  const made = new Map<K, T>();
  return key => remember(made, key, make);
}

/** Like {@link oncePerKey}, with objects as keys, which may still be garbage-collected. */
export function oncePerObject<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const made = new WeakMap<K, T>();
  return key => remember(made, key, make);
}

function remember<K, T>(
  made: { get(key: K): T | undefined; has(key: K): boolean; set(key: K, value: T): unknown },
  key: K,
  make: (key: K) => T,
): T {
  const known = made.get(key);
  if (known !== undefined || made.has(key)) return known as T;
  const value = make(key);
  made.set(key, value);
  return value;
}
