import { pointerOf } from '../contract/pointer.ts';

/** A place in a pact: which interaction, which side of it, and where in the body. */
export interface MockPlace {
  /** Position among the interactions, from 0. */
  readonly interaction: number;
  readonly side: 'request' | 'response';
  /** `body`, `headers`, `status`, `path`, `query`. */
  readonly part: string;
  /** What follows, unescaped: the way into the body, or the name of a header. */
  readonly tokens: readonly string[];
}

const SHAPE = /^\[root\]\.interactions\[(\d+)\]\.(request|response)(?:\.(\w+)(.*))?$/;

/** Reads a location as the comparator writes it (`[root].interactions[0].response.body.data`). */
export function mockPlace(location: string): MockPlace | undefined {
  const found = SHAPE.exec(location);
  if (found === null) return undefined;
  const [, interaction = '', side, part = '', rest = ''] = found;
  const tokens = [...rest.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? index ?? '');
  return { interaction: Number(interaction), side: side as MockPlace['side'], part, tokens };
}

/** The way into a body as a JSON Pointer. */
export function bodyPointer({ tokens }: MockPlace): string {
  return pointerOf(...tokens);
}
