import { answersOfService, isOk } from '../../evidence/answered.ts';
import type { View } from '../../evidence/view.ts';
import type { Sample } from '../sample.ts';
import { bodiesOf, bodyKind, seenIn } from './answers.ts';
import { fieldSamples } from './fields.ts';

/** The operations of the preview surface, with their gaps. */
const GAPS: { readonly [operation: string]: string } = {
  getClientSession: 'preview.session',
  refreshClientSessionQuote: 'preview.refresh-quote',
  selectClientSession: 'preview.select',
  recordClientTelemetry: 'preview.telemetry',
};

/** The preview surface (4.4): statuses with and without a key, and what the answers carry. */
export function* aboutPreview(view: View): Generator<Sample> {
  for (const [operation, gap] of Object.entries(GAPS)) {
    const all = answersOfService(view, operation);
    for (const exchange of all) {
      const condition = exchange.condition ?? 'a call';
      yield { gap, condition: `${condition}, the status`, ...seenIn(exchange), value: exchange.response.status };
      yield { gap, condition: `${condition}, the answer`, ...seenIn(exchange), value: bodyKind(exchange) };
    }
    const taken = all.filter(({ response }) => isOk(response.status));
    const own = operation === 'getClientSession' ? 'session.fields' : gap;
    yield* fieldSamples(own, 'a success', bodiesOf(taken));
  }
}
