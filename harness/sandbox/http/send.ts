import type { ServerResponse } from 'node:http';
import type { Service } from '../service.ts';
import { pause } from '../timing/pause.ts';
import type { Call } from './call.ts';
import type { Reply } from './reply.ts';
import { encodeReply, type Wire } from './wire.ts';

/** Sends an answer: the one door through which every answer of the service leaves. */
export async function send(service: Service, call: Call, reply: Reply, outgoing: ServerResponse): Promise<void> {
  const { dialect, faults } = service;
  const identified = { ...reply.headers, [dialect.responses.requestIdHeader]: call.requestId };
  const marked = faults.apply('replied', { ...reply, headers: identified }, call);
  const wire = faults.apply('sent', encodeReply(service, call, marked), { call, status: marked.status });
  await pause(service.world, dialect.responses.delayMs);
  write(wire, outgoing, dialect.responses.framing);
}

function write(wire: Wire, outgoing: ServerResponse, framing: 'length' | 'chunked'): void {
  const cut = wire.bytes.length < wire.length;
  const headers = { ...wire.headers };
  // An empty body has nothing to chunk, and 204 may not state a length.
  const sized = framing === 'length' || cut || wire.bytes.length === 0;
  if (sized && wire.status !== 204) headers['Content-Length'] = String(wire.length);
  outgoing.writeHead(wire.status, headers);
  if (cut) {
    outgoing.write(wire.bytes, () => outgoing.destroy());
  } else if (sized) {
    outgoing.end(wire.bytes);
  } else {
    const middle = Math.ceil(wire.bytes.length / 2);
    outgoing.write(wire.bytes.subarray(0, middle));
    outgoing.end(wire.bytes.subarray(middle));
  }
}
