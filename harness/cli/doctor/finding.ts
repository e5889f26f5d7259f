/** One thing that the doctor looked at. Nothing in it is secret: it is pasted into issues. */
export interface Diagnosis {
  readonly about:
    | 'settings'
    | 'target'
    | 'tls'
    | 'proxy'
    | 'clock'
    | 'key'
    | 'tunnel'
    | 'webhooks'
    | 'secret'
    | 'orders'
    | 'data';
  /** `missing`: a run leaves something out. `failed`: a run cannot go on. `note`: worth knowing. */
  readonly state: 'ok' | 'note' | 'missing' | 'failed';
  readonly what: string;
  /** What to do about it. */
  readonly next?: string;
  /** Suites that lack something by it. */
  readonly suites?: readonly string[];
}
