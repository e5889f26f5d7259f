import type { Evidence } from '../../evidence/evidence.ts';
import { ownCommand } from '../../settings/own-command.ts';

/** The command that tries one case of a gate again; undefined for a pact, which has none. */
export function repeatCase({ gate, target, seed }: Evidence['run'], id: string): string | undefined {
  if (gate?.endpoint) {
    const { options } = gate.endpoint;
    return ownCommand('gate', '--endpoint', target.url, ...options, '--case', id, '--seed', String(seed));
  }
  if (id.startsWith('pact/')) return undefined;
  return ownCommand('gate', '--case', id, '--', ...(gate?.adapter?.command ?? []));
}
