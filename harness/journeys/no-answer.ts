/** What to do about a call that got no answer. */
export interface NoAnswer {
  readonly about: 'tls' | 'target';
  readonly next: string;
}

/** The remedy for each error code of Node and undici, in order of precedence. */
const REMEDIES: readonly (readonly [code: RegExp, about: NoAnswer['about'], next: (setting: string) => string])[] = [
  [
    /\b(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)\b/,
    'tls',
    () => 'for a private authority, set NODE_EXTRA_CA_CERTS to its certificate file (in the environment, not in .env)',
  ],
  [
    /\b(CERT_\w+|ERR_TLS_\w+|HOSTNAME_MISMATCH)\b/,
    'tls',
    () => 'the certificate of the service is wrong or has expired: tell its operators',
  ],
  [
    /\b(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)\b/,
    'tls',
    setting =>
      `what answers there does not speak TLS: check the port of ${setting}, and whether it is an http:// address`,
  ],
  [
    /\bUND_ERR_(PRX_\w+|INVALID_ARG)\b/,
    'target',
    () =>
      'the proxy refuses or does not reach the host: check HTTPS_PROXY and HTTP_PROXY; NO_PROXY excepts hosts from it',
  ],
  [/\b(EAI_AGAIN|ENETUNREACH|ENETDOWN)\b/, 'target', () => 'check the network of this machine'],
  [
    /\bENOTFOUND\b/,
    'target',
    setting => `the host does not exist: check ${setting}, and whether a proxy is needed (HTTPS_PROXY, HTTP_PROXY)`,
  ],
];

/** What to do about a call without an answer. @param problem a text that contains the error code */
export function whyNoAnswer(problem: string, setting: string): NoAnswer {
  const [, about, next] = REMEDIES.find(([code]) => code.test(problem)) ?? [
    undefined,
    'target',
    () => `check ${setting}, that the service is up, and the proxy where one is set or needed (HTTPS_PROXY, NO_PROXY)`,
  ];
  return { about, next: next(setting) };
}
