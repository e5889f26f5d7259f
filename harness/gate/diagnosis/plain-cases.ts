import type { Failed } from './observations.ts';

/** A case that nothing is unusual about. Where it fails, cases with something unusual tell nothing. */
interface PlainCase {
  readonly id: string;
  readonly name: string;
  readonly bug: string;
  /** Whether another failure may follow from that of this case. */
  hides(failed: Failed, other: Failed): boolean;
}

const AND_MORE = 'in a way that is not known; what else it fails may follow from that';
const isOfStream = ({ id }: Failed) => id.startsWith('receive/');

/** The plain cases, the most basic first. */
export const PLAIN_CASES: readonly PlainCase[] = [
  {
    id: 'verify/tolerance/now',
    name: 'plain-webhook',
    bug: `it does not accept even a plain sound webhook, ${AND_MORE}`,
    hides: ({ answered }, other) => isOfStream(other) || other.answered === answered,
  },
  {
    id: 'verify/rotation/retired',
    name: 'plain-forgery',
    bug: `it does not refuse even a plain forgery, ${AND_MORE}`,
    hides: ({ answered }, other) => isOfStream(other) || other.answered === answered,
  },
  {
    id: 'receive/one',
    name: 'plain-stream',
    bug: `it does not act even on a single sound delivery, ${AND_MORE}`,
    hides: (_, other) => isOfStream(other),
  },
];
