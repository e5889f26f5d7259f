/**
 * The shard of an id in a merged record: the text before its last dot (`s2` of `s2.d14`). Empty in the record of a
 * single run. What happens in one shard says nothing about another.
 */
export function shardOfId(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf('.')));
}
