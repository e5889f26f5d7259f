import { clockSkew } from '../../evidence/clock-skew.ts';
import type { Evidence, Exchange } from '../../evidence/evidence.ts';
import { whyNoAnswer } from '../../journeys/no-answer.ts';
import { isKeyRefused, settingFor } from '../../report/kinds/service-run.ts';
import { endOfUnrecognised } from '../../report/recognition.ts';
import { askForSetting, type Settings } from '../../settings/settings.ts';
import { isLoopback } from '../../world/loopback.ts';
import type { Examination } from '../outputs.ts';

/** Clocks that differ by more make t of a webhook suspect, in milliseconds. */
const CLOCK_NOTE_MS = 5_000;

/** Whether the target can be reached, is the service, accepts the key and has what a run asks for. */
export function lookAtTarget(evidence: Evidence, settings: Settings): readonly Examination[] {
  const { exchanges } = evidence;
  // Of calls to one address, the last shows whether it can be reached: a GET may have been repeated.
  const { sandboxUrl = '', baseUrl = sandboxUrl } = settings;
  const byAddress = new Map(
    exchanges.map(exchange => [exchange.operation === undefined ? sandboxUrl : baseUrl, exchange]),
  );
  const reached = [...byAddress].flatMap(([address, exchange]) => reachedBy(address, exchange, settings));
  const clock = clockOf(exchanges);
  const foreign = endOfUnrecognised(evidence);
  if (foreign) {
    const what = `${foreign.message} (${foreign.received})`;
    return [...reached, { about: 'target', state: 'failed', what, next: foreign.next }, ...clock];
  }
  const isAnswered = exchanges.some(({ operation, response }) => operation !== undefined && response !== undefined);
  return [...reached, ...(isAnswered ? [lookAtKey(evidence, settings), ...lookAtData(evidence)] : []), ...clock];
}

function reachedBy(address: string, { response, failure }: Exchange, settings: Settings): readonly Examination[] {
  const { protocol, hostname } = new URL(address);
  const setting = address === settings.sandboxUrl ? 'SANDBOX_URL' : 'BASE_URL';
  if (response !== undefined) {
    const answers: Examination = { about: 'target', state: 'ok', what: `${address} answers (${response.status})` };
    if (protocol === 'http:' && !isLoopback(hostname)) {
      const next = `the specification requires HTTPS: set ${setting} to an https:// address`;
      return [answers, { about: 'tls', state: 'note', what: `${address} is reached without TLS`, next }];
    }
    const what = protocol === 'https:' ? 'its certificate is trusted' : 'none on loopback';
    return [answers, { about: 'tls', state: 'ok', what }];
  }
  const { code = '', message = '' } = failure ?? {};
  const what = `${address} gives no answer: ${code || message}`;
  return [{ state: 'failed', what, setting, ...whyNoAnswer(code, setting) }];
}

function lookAtKey(evidence: Evidence, { apiKey }: Settings): Examination {
  const published = apiKey === undefined;
  const which = published ? 'the published key of embedded sandboxes' : `API_KEY (${apiKey.length} characters)`;
  if (isKeyRefused(evidence)) {
    const next = `set API_KEY to a key that this sandbox has issued`;
    const suites = ['contract', 'collection', 'gaps'];
    return { about: 'key', state: 'missing', what: `${which} is refused`, next, setting: 'API_KEY', suites };
  }
  const statuses = evidence.exchanges.flatMap(({ operation, response }) =>
    operation !== undefined && response !== undefined ? [response.status] : [],
  );
  if (statuses.some(status => status < 429 && status !== 401 && status !== 403))
    return { about: 'key', state: 'ok', what: `${which} is accepted` };
  const what = `whether ${which} is accepted is not known (${statuses.at(-1)})`;
  return { about: 'key', state: 'note', what, next: 'run the doctor again later' };
}

/** What a run needs one of, and the setting that promises it. */
const DATA = [
  {
    operation: 'resolveBankAccount',
    needs: 'BANK_ACCOUNTS',
    what: 'bank account that resolves',
    form: 'account_number:bank_code',
  },
  { operation: 'getOnrampOrder', needs: 'ONRAMP_ORDER_IDS', what: 'onramp order that can be read', form: 'its id' },
];

/** Whether the target has data to ask for. What a setting promises must be there; guesses may be missing. */
function lookAtData(evidence: Evidence): readonly Examination[] {
  return DATA.map(({ operation, needs, what, form }) => {
    const calls = evidence.exchanges.filter(exchange => exchange.operation === operation);
    const lacking = calls.flatMap(({ response }) => (response && response.status !== 200 ? [response.status] : []));
    const known = calls.some(({ condition }) => condition === 'known');
    const setting = settingFor(evidence, needs);
    if (known ? lacking.length === 0 : lacking.length < calls.length)
      return { about: 'data', state: 'ok', what: `one ${what}, at least` };
    const statuses = [...new Set(lacking)].join(', ');
    const suites = ['contract'];
    const found = { about: 'data', setting, suites, next: askForSetting(setting ?? needs, evidence.run) } as const;
    if (setting !== needs) return { ...found, state: 'missing', what: `no ${what} (${statuses})` };
    const next = `set ${needs} to what this sandbox has (${form})`;
    if (known) return { ...found, state: 'breach', what: `${needs} names no ${what} (${statuses})`, next };
    return { ...found, state: 'missing', what: `no ${what} is known (${statuses})`, next };
  });
}

function clockOf(exchanges: readonly Exchange[]): readonly Examination[] {
  const skew = clockSkew(exchanges);
  if (skew === undefined) return [];
  const { aheadMs } = skew;
  if (Math.abs(aheadMs) <= CLOCK_NOTE_MS) return [{ about: 'clock', state: 'ok', what: 'the clocks agree' }];
  const words = `${(Math.abs(aheadMs) / 1000).toFixed(1)} s ${aheadMs < 0 ? 'behind' : 'ahead of'} this machine's`;
  const next = 'synchronize both by NTP, this machine first: its clock judges t of every webhook';
  return [{ about: 'clock', state: 'note', what: `the clock of the service is ${words}`, next }];
}
