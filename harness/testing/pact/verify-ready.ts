import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HarnessError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { isFromService } from '../../evidence/answered.ts';
import { realWorld } from '../../world/real-world.ts';
import type { Webhook } from '../crediting-consumer.ts';
import type { StateParams, Values } from './arrange.ts';

/** The members of a pact's interaction that are read here. */
export interface Interaction extends JsonObject {
  readonly type: string;
  readonly description: string;
  /** The one state that it needs. */
  readonly providerStates: readonly [{ readonly name: string; readonly params?: StateParams & JsonObject }];
}

/** An interaction with arranged states. */
export interface Ready {
  readonly interaction: Interaction;
  readonly values: Values;
  /** The webhook, if the interaction is a message. */
  readonly webhook?: Webhook;
}

/** The work of one child process. Everything is arranged before it starts. */
export interface Job {
  /** The file of the pact. Each interaction has a state of its own. */
  readonly pact: string;
  readonly providerBaseUrl: string;
  /** The values of each state, by its name. */
  readonly states: { readonly [name: string]: Values };
  /** The webhooks of messages, by their descriptions: headers, and the body as base64. */
  readonly webhooks: { readonly [description: string]: { readonly headers: Values; readonly body: string } };
  /** The file for the native core's answer. */
  readonly answer: string;
}

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));

/**
 * Verifies interactions with arranged states at one URL, using Pact's native core.
 *
 * @param pact the pact that contains them
 * @throws HarnessError `pact-core` (unreachable)
 */
export async function verifyReady(
  pact: JsonObject,
  providerBaseUrl: string,
  ready: readonly Ready[],
): Promise<readonly Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pact-'));
  const at = (name: string) => join(folder, name);
  try {
    const named = ready.map((one, position) => ({ ...one, state: `${position}` }));
    const job: Job = {
      ...{ pact: at('pact.json'), providerBaseUrl, answer: at('answer.json') },
      states: Object.fromEntries(named.map(({ state, values }) => [state, values])),
      webhooks: Object.fromEntries(named.flatMap(webhookOf)),
    };
    const interactions = named.map(({ interaction, state }) => ({ ...interaction, providerStates: [{ name: state }] }));
    writeFileSync(job.pact, JSON.stringify({ ...pact, interactions }));
    writeFileSync(at('job.json'), JSON.stringify(job), { mode: 0o600 });
    const child = realWorld().spawn(process.execPath, [CHILD, at('job.json')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', text => {
      said += text;
    });
    const [code] = await once(child, 'close');
    return readOutcomes(code === 0 ? readFileSync(job.answer, 'utf8') : said);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function webhookOf({ interaction, webhook }: Ready): [string, Job['webhooks'][string]][] {
  if (webhook === undefined) return [];
  return [
    [interaction.description, { headers: Object.fromEntries(webhook.headers), body: webhook.body.toString('base64') }],
  ];
}

/** The outcome of one interaction of a pact. */
export interface Outcome {
  /** Its description. */
  readonly interaction: string;
  /** `advised`: a pending interaction failed. Interactions that may change are pending. */
  readonly outcome: 'verified' | 'failed' | 'advised' | 'not-exercised';
  /** What differed and where, or why it was not exercised. Absent if it was verified. */
  readonly reason?: string;
}

interface Result {
  readonly description: string;
  readonly pending: boolean;
  readonly result: string;
  readonly mismatch?: { readonly mismatches?: readonly Mismatch[]; readonly message?: string };
}

interface Mismatch {
  readonly type: string;
  readonly mismatch: string;
  readonly path?: string;
  readonly key?: string;
  readonly actual?: unknown;
}

/**
 * Reads the outcomes of a verification, successful or not.
 *
 * @throws HarnessError `pact-core` (unreachable) for any other text: the native core did not verify
 */
export function readOutcomes(text: string): readonly Outcome[] {
  let results: readonly Result[] | undefined;
  try {
    results = (JSON.parse(text) as { readonly interactionResults?: readonly Result[] }).interactionResults;
  } catch (cause) {
    throw notVerified(text, cause);
  }
  if (results === undefined) throw notVerified(text);
  return results.map(({ description, pending, result, mismatch }) => {
    if (result === 'OK') return { interaction: description, outcome: 'verified' };
    const { mismatches = [], message = 'it differs' } = mismatch ?? {};
    const before = mismatches.find(({ type, actual }) => type === 'StatusMismatch' && !isFromService(Number(actual)));
    if (before) {
      const reason = `what stands before the service answered ${before.actual}`;
      return { interaction: description, outcome: 'not-exercised', reason };
    }
    const reason = mismatches.length > 0 ? mismatches.map(inWords).join('; ') : message;
    return { interaction: description, outcome: pending ? 'advised' : 'failed', reason };
  });
}

function inWords({ path, key, mismatch, type }: Mismatch): string {
  return `${path ?? key ?? type}: ${mismatch}`;
}

function notVerified(received: string, cause?: unknown): HarnessError {
  return new HarnessError('pact-core', 'unreachable', 'the pact was not verified', {
    received,
    expected: 'a result for each interaction',
    likely: 'the provider could not be reached',
    ...(cause !== undefined && { cause }),
  });
}
