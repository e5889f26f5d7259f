import type { RunInfo } from '../core/evidence.ts';
import type { SessionOptions } from './session-options.ts';
import type { Target } from './target.ts';

/** What the record says of a run when it begins. @param at the moment at which it does */
export function runInfo(options: SessionOptions, target: Target, at: number): RunInfo {
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
      keyGiven: target.keyGiven,
      orderSetting: target.orderSetting,
      ...(options.shard && { shards: { of: options.shard.of, have: [options.shard.index] } }),
    },
    ...(options.dialect && { dialect: options.dialect }),
    ...(options.faults && options.faults.length > 0 && { faults: options.faults }),
    ...(options.known && { known: options.known }),
  };
}
