/** One thing that the doctor looked at. Nothing in it is secret: users paste it into issues. */
export interface Examination {
  /** `settings`, `target`, `tls`, `proxy`, `clock`, `key`, `tunnel`, `webhooks`, `secret`, `orders` or `data`. */
  readonly about: string;
  /**
   * `missing`: a run leaves something out. `failed`: a run cannot go on. `breach`: a run finds a breach, because the
   * service lacks what a setting promises. `note`: worth knowing.
   */
  readonly state: 'ok' | 'note' | 'missing' | 'failed' | 'breach';
  readonly what: string;
  /** What to do about it. */
  readonly next?: string | undefined;
  /** The setting that a run names for what is missing. */
  readonly setting?: string | undefined;
  /** Suites in which a run leaves something out because of it. */
  readonly suites?: readonly string[] | undefined;
}
