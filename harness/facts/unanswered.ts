import type { Gap } from '../contract/gaps.ts';
import type { Fact } from './fact.ts';

/** The setting, option or behaviour of the service that an answer needs, by gap or by its first word. */
const NEEDS: { readonly [gap: string]: string } = {
  onramp: 'no onramp order was returned: ONRAMP_ORDER_IDS names some',
  account: 'no onramp order with a nested account was returned: ONRAMP_ORDER_IDS names some',
  'onramp.error-statuses': 'no onramp order was refused',
  enquiry: 'no name enquiry was answered with a boolean status',
  'error.enquiry-codes': 'no name enquiry was refused with a code',
  'error.onramp-codes': 'no onramp order was refused with a code',
  format: 'nothing of that kind was seen',
  'collection.fields': 'neither an answer to a step nor an event carries an order',
  'session.fields': 'no session was returned: the preview routes need one, and none can be made by this interface',
  event: 'no webhook about an order of this run came: WEBHOOK_COMMAND, TUNNEL and ORDER_COMMAND bring them',
  'event.id-field': 'no webhook came, or none has a field that serves as an id; `--dialect` names one',
  states: 'neither an answer to a step nor an event tells a state',
  simulate: 'not exercised: ORDER_COMMAND or more ORDER_IDS bring orders to drive',
  preview: 'not exercised',
  signature: 'no signed webhook about an order of this run came',
  'signature.renewed': 'no redelivery came that was far enough from its first attempt',
  webhook: 'not exercised, or no webhook came: it takes orders to drive and a way for webhooks',
  'webhook.timeout': 'no delivery that was left without an answer came again within the run',
  response: 'no answer came',
  'limits.rate': 'nothing was limited, and bursts are sent to a remote target only with --probe-limits',
  'limits.size': 'large bodies are sent to a remote target only with --probe-limits',
  'limits.amounts': 'not exercised: it takes an order to drive',
  'idempotency.retention': 'a key is used again later on a remote target only with --probe-limits',
  idempotency: 'not exercised: it takes an order to drive',
  request: 'not exercised',
};

/** The entry for a gap that this run does not answer, with the reason. */
export function unanswered({ id, probe, why }: Gap): Fact {
  const reason =
    probe === 'none'
      ? (why ?? 'only people can say')
      : (NEEDS[id] ?? NEEDS[id.slice(0, id.indexOf('.'))] ?? 'nothing in this run showed it');
  return { gap: id, status: 'unanswered', count: 0, samples: 0, evidence: [], reason };
}
