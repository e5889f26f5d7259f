import type { Drift } from '../facts/drift.ts';
import type { ProofRow } from '../proof/case.ts';
import type { Parity } from '../proof/twin/measure-parity.ts';
import type { NotModelled, TwinDialect } from '../proof/twin/twin-keys.ts';
import type { Comparison } from '../report/comparison.ts';
import type { LeagueRow, Resource, StatementDifference } from '../report/statement/statement.ts';
import type { Summary } from '../report/summary.ts';
import type { RefusalReason } from '../webhooks/signature.ts';
import type { Heard } from './listen/webhook.ts';

/** The written reports of a run. */
interface RunWritten {
  readonly folder: string;
  readonly files: readonly string[];
}

/**
 * The stdout of commands with `--json`: one value, or one value per line for `sandbox` and `listen`. Members are added,
 * but never renamed. `run`, `gate`, `merge` and `replay` print a summary.json. Every other command has a schema in the
 * package.
 */
export interface Outputs {
  readonly run: Summary;
  readonly sandbox: { readonly url: string };
  /** The URL each time it changes, and each webhook. */
  readonly listen: Outputs['sandbox'] | Heard;
  /** The first answer, and every answer. */
  readonly resend: {
    readonly status: number | undefined;
    readonly body: string | undefined;
    readonly headers: { readonly [name: string]: string };
    readonly answers: readonly { readonly status: number; readonly body: string }[];
  };
  readonly simulate: { readonly status: number; readonly body: unknown };
  readonly sign: { readonly header: string; readonly t: string };
  readonly verify: {
    readonly accepted: boolean;
    readonly reason: RefusalReason | null;
    readonly requirement?: string;
    readonly rule?: string;
    readonly likely?: string | undefined;
  };
  /** The description of one thing by label, or the titles of all things of a kind by id. */
  readonly explain: { readonly [key: string]: string | readonly string[] };
  readonly learn: TwinDialect;
  readonly parity: Parity & { readonly notModelled: NotModelled };
  readonly drift: Drift & Omit<Comparison, 'drift'>;
  readonly observe: RunWritten & { readonly drift: Drift | null };
  readonly reference: { readonly file: string; readonly files: readonly string[] };
  /** For nights, only rows with an unexpected outcome. */
  readonly prove: { readonly seed: number; readonly seconds: number; readonly rows: readonly ProofRow[] };
  /** `gate --init`. */
  readonly 'gate-init': { readonly file: string; readonly needs: string; readonly command: string };
  /** The first run, and all of them. */
  readonly report: Partial<RunWritten> & { readonly runs: readonly RunWritten[] };
  /** Also `replay --expect`. */
  readonly 'verify-run': {
    readonly same: boolean;
    readonly verdict: Summary['verdict'];
    readonly build?: Resource | undefined;
    readonly differences: readonly StatementDifference[];
  };
  readonly league: { readonly rows: readonly LeagueRow[] };
  readonly doctor: { readonly exitCode: number; readonly found: readonly Examination[] };
  /** A command that failed: usage errors, and unreachable things. */
  readonly error: {
    readonly error: { readonly code: string; readonly message: string; readonly next: string | null };
  };
}

/** One examination of the doctor. It contains no secrets, because users paste it into issues. */
export interface Examination {
  /** `settings`, `target`, `tls`, `proxy`, `clock`, `key`, `tunnel`, `webhooks`, `secret`, `orders` or `data`. */
  readonly about: string;
  /**
   * `missing`: a run skips something. `failed`: a run cannot go on. `breach`: a run finds a breach, because the service
   * lacks what a setting promises. `note`: worth knowing.
   */
  readonly state: 'ok' | 'note' | 'missing' | 'failed' | 'breach';
  readonly what: string;
  /** What to do about it. */
  readonly next?: string | undefined;
  /** The setting that a run names for the missing thing. */
  readonly setting?: string | undefined;
}
