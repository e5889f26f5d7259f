import { boolean, choice, list, number, type Of, object, text } from '../base/schema.ts';

/** How a tunnel changes headers. */
export const HeaderFidelity = object({
  /** Whether names arrive in the case in which they are sent. */
  caseKept: boolean,
  /** Whether several lines of one name arrive unchanged, neither joined nor spaced differently. */
  linesKept: boolean,
  /** Names, in lower case, of headers that the tunnel adds. */
  added: list(text),
});
export interface HeaderFidelity extends Of<typeof HeaderFidelity> {}

/** A tunnel to the receiver, once it was proved to lead there. */
export const TunnelSeen = object({
  at: number,
  kind: choice('direct', 'url', 'ssh', 'command'),
  name: text,
  /** The public address, without the run's path. */
  url: text,
  headers: HeaderFidelity,
});
export interface TunnelSeen extends Of<typeof TunnelSeen> {}
