/**
 * The run that an id of a merged record comes from: what stands before its last dot (`s2` of `s2.d14`). Empty for the
 * ids of a run by itself. What happens in one shard says nothing of what was alone in another.
 */
export function shardOfId(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf('.')));
}
