/** The id in the page of an exchange, delivery or journey. Ids of records are plain; another's are made so. */
export function anchor(id: string): string {
  return id.replace(/[^\w.-]/g, '_');
}
