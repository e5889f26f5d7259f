import { CURRENT, PREVIOUS } from '../cases/draft.ts';
import type { GateCase } from '../gate-case.ts';
import { memoryCase } from '../memory.ts';
import { judgeReceive } from './judge-receive.ts';
import { type Stream, writeStream } from './stream.ts';

const once = (event: string, signedBy = CURRENT): Stream['copies'] => [{ event, signedBy: [signedBy] }];

/** Streams by name, each a call of its own: what an SDK keeps, and the streams. */
const ROWS: { readonly [name: string]: readonly [kept: string, ...streams: Stream[]] } = {
  events: [
    'the events of an earlier call: each call of receive starts with no known events (PROTOCOL.md)',
    { copies: once('evt_kept') },
    { copies: once('evt_kept') },
  ],
  secret: [
    'the secrets of an earlier call',
    { copies: once('evt_secret_1', PREVIOUS), secrets: [PREVIOUS] },
    { copies: once('evt_secret_2') },
    { copies: once('evt_secret_3', PREVIOUS) },
  ],
  dialect: [
    'the dialect of an earlier call',
    { copies: [...once('evt_place_1'), ...once('evt_place_1')], dialect: { eventId: '/event/id' }, decoy: '/id' },
    { copies: [...once('evt_place_3'), ...once('evt_place_3')], decoy: '/event/id' },
  ],
};

/** Streams one after another that a receiver with a memory answers wrongly. */
export function receiveMemory(): readonly GateCase[] {
  return Object.entries(ROWS).map(([name, [kept, ...streams]]) => {
    const title = `streams of different inputs, for an SDK that keeps ${kept}`;
    return memoryCase({
      id: `receive/memory/${name}`,
      method: 'receive',
      title,
      kept,
      requirement: 'receiver.dedupe',
      turns: streams.map(
        stream => async asker =>
          judgeReceive(title, stream, await asker.call('receive', writeStream(stream, asker.now())), false),
      ),
    });
  });
}
