import { HarnessError, messageOf } from '../base/errors.ts';
import { InvalidValue, webAddress } from '../base/parse-value.ts';

/** A proxy that the environment names. */
interface Proxy {
  /** The variable that names it. */
  readonly name: 'HTTPS_PROXY' | 'HTTP_PROXY';
  /** Its host and port; never its credentials. */
  readonly host: string;
}

/**
 * The proxies for a remote target. The name of a variable may be in lower case, which takes precedence.
 * @throws HarnessError `proxy-invalid` (usage) if one is not an http:// or https:// address
 */
export function proxiesOf(env: { readonly [name: string]: string | undefined }): readonly Proxy[] {
  return (['HTTPS_PROXY', 'HTTP_PROXY'] as const).flatMap(name => {
    const value = env[name.toLowerCase()] ?? env[name];
    if (!value) return [];
    try {
      return [{ name, host: webAddress(value).host }];
    } catch (thrown) {
      if (!(thrown instanceof InvalidValue)) throw thrown;
      throw new HarnessError('proxy-invalid', 'usage', `${name} is ${messageOf(thrown)}`);
    }
  });
}

/** A note that requests go through proxies; `undefined` if none is set. @throws HarnessError `proxy-invalid` (usage) */
export function proxiesInWords(env: { readonly [name: string]: string | undefined }): string | undefined {
  const proxies = proxiesOf(env).map(({ name, host }) => `${host} (${name})`);
  if (proxies.length === 0) return undefined;
  return `requests go through ${proxies.join(' and ')}, except to hosts in NO_PROXY`;
}
