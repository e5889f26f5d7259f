const PLURALS: { readonly [noun: string]: string } = {
  delivery: 'deliveries',
  breach: 'breaches',
  advice: 'advice',
  pass: 'passes',
};

/** A noun in the singular or plural, depending on a count: `finding`, `findings`, `new breaches`. */
export function noun(count: number, one: string): string {
  return count === 1 ? one : one.replace(/\S+$/, last => PLURALS[last] ?? `${last}s`);
}

/** A number with its noun: `1 delivery`, `3 deliveries`. */
export function plural(count: number, one: string): string {
  return `${count} ${noun(count, one)}`;
}
