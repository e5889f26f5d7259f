/**
 * The shard of an id in a merged record: the text before its last dot (`s2` of `s2.d14`). Empty for a single run.
 * Events in one shard say nothing about another.
 */
export function shardOfId(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf('.')));
}
