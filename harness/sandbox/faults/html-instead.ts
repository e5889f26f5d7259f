import type { WireContext } from '../http/wire.ts';
import type { FaultHooks } from './fault.ts';

/** Sends an HTML page in the place of certain answers, as a proxy before the service would. */
export function htmlInstead(fits: (context: WireContext) => boolean): FaultHooks {
  return {
    replied: (reply, call) =>
      fits({ call, status: reply.status })
        ? { ...reply, headers: { ...reply.headers, 'Content-Type': 'text/html' } }
        : undefined,
    written: (_, context) => (fits(context) ? Buffer.from('<html><body><h1>Error</h1></body></html>') : undefined),
  };
}
