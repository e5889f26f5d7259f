import { countsOf } from '../../../base/counts.ts';
import { once } from '../../../base/once.ts';
import type { Headers, WireExchange } from '../../../evidence/evidence.ts';
import { type Received, receivedOf, type WebhookPlaces } from '../bugs/handler.ts';
import { acknowledges, type HandlerReply, type Manner, type Outgoing } from '../sender.ts';

/** A request that the backend was sent. */
export interface SentRequest {
  /** The id of its case; empty for a request of no case. */
  readonly scenario: string;
  /** When it was sent, and when its answer came, or was no longer waited for, in milliseconds since the epoch. */
  readonly at: number;
  readonly to: number;
  readonly reply: HandlerReply;
  readonly isForged: boolean;
  /** Whether it is a POST to the endpoint. */
  readonly isWebhook: boolean;
  /** What a handler receives. */
  readonly received: () => Received;
}

/** The command that killed the backend: when it began, and when it ended, in milliseconds since the epoch. */
export interface Kill {
  readonly from: number;
  readonly to: number;
}

/** Everything that a gate did to a backend, so that a handler with a known bug can be put in its place. */
export class Transcript {
  readonly sent: SentRequest[] = [];
  readonly kills: Kill[] = [];
  readonly secret: string;
  readonly #url: string;
  readonly #places: WebhookPlaces;

  constructor(url: string, secret: string, places: WebhookPlaces) {
    this.#url = url;
    this.secret = secret;
    this.#places = places;
  }

  /** The status that the backend answers most forged webhooks that it refuses; a 2xx where it refuses none so. */
  get refusal(): number {
    const statuses = this.sent.flatMap(({ isForged, reply }) =>
      isForged && reply.kind === 'answered' && !acknowledges(reply) ? [reply.status] : [],
    );
    const [[most = 200] = []] = [...countsOf(statuses)].sort(([, a], [, b]) => b - a);
    return most;
  }

  /** Notes a request and what came of it. */
  note(
    scenario: string,
    { method = 'POST', url = this.#url, headers, body, isForged = false }: Outgoing,
    { chunks = 0, pauseMs, expectsContinue }: Manner,
    { reply, sentAt, endedAt }: Pick<WireExchange, 'sentAt' | 'endedAt'> & { readonly reply: HandlerReply },
  ): void {
    const sent: Headers = [
      ...Object.entries(headers),
      ...(chunks === 0 ? [['Content-Length', String(body.length)] as const] : []),
      ...(expectsContinue ? [['Expect', '100-continue'] as const] : []),
    ];
    const pieces = pauseMs === undefined ? Math.max(1, chunks) : 2;
    const received = once(() => receivedOf(sent, body, pieces, this.#places));
    const isWebhook = method === 'POST' && url === this.#url;
    this.sent.push({ scenario, at: sentAt, to: endedAt, reply, isForged, isWebhook, received });
  }
}
