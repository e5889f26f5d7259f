import type { RunInfo } from '../evidence/evidence.ts';
import { TEST_KEY } from '../settings/settings.ts';
import type { RunOptions, RunRequest } from './run-options.ts';
import type { Target } from './target.ts';

/** The first line of the record: what the run is. @param at when it begins, in milliseconds since the epoch */
export function runInfo(
  options: Omit<RunRequest, 'scenarios'> & Pick<RunOptions, 'harness'>,
  target: Target,
  at: number,
): RunInfo {
  return {
    schema: 1,
    run: options.run,
    at,
    seed: options.seed,
    target: { kind: target.kind, url: target.address.sandboxUrl },
    harness: options.harness,
    node: process.version,
    settings: {
      deliveryTimeoutMs: target.deliveryTimeoutMs,
      redeliveryTimeoutMs: target.redeliveryTimeoutMs,
      secrets: target.signingSecrets.length,
      suites: options.suites,
      ...(options.only && options.only.length > 0 && { only: options.only }),
      keyGiven: target.keyGiven,
      ...(target.address.apiKey !== undefined && { isTestKey: target.address.apiKey.startsWith(TEST_KEY) }),
      orderSetting: target.orderSetting,
      ...(target.settingsGiven && { given: target.settingsGiven }),
      ...(target.networks.length > 0 && { networksGiven: true }),
      ...(options.shard && { shards: { of: options.shard.of, have: [options.shard.index] } }),
    },
    ...(options.dialect && { dialect: options.dialect }),
    ...(options.dialectFile !== undefined && { dialectFile: options.dialectFile }),
    ...(options.faults && options.faults.length > 0 && { faults: options.faults }),
    ...(options.known && { known: options.known }),
  };
}
