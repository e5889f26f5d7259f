import { expect, test } from 'vitest';
import { whyNoAnswer } from './no-answer.ts';

test.each([
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls', 'NODE_EXTRA_CA_CERTS'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', 'NODE_EXTRA_CA_CERTS'],
  ['CERT_HAS_EXPIRED', 'tls', 'tell its operators'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', 'tell its operators'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', 'check the port of BASE_URL, and whether it is an http:// address'],
  ['UND_ERR_PRX_CONN', 'target', 'check HTTPS_PROXY and HTTP_PROXY'],
  ['EAI_AGAIN', 'target', 'the network of this machine'],
  ['ENOTFOUND', 'target', 'the host does not exist: check BASE_URL'],
  ['ECONNREFUSED; besides, WEBHOOK_COMMAND failed', 'target', 'check BASE_URL, that the service is up, and the proxy'],
])('For %s there is a next step about the %s', (problem, about, next) => {
  expect(whyNoAnswer(problem, 'BASE_URL')).toEqual({ about, next: expect.stringContaining(next) });
});
