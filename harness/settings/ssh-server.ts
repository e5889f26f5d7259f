import { InvalidValue } from '../base/parse-value.ts';

/** The server of an ssh tunnel (`TUNNEL_SSH`). */
export interface SshServer {
  readonly user: string;
  /** A name or an address; IPv6 without brackets. */
  readonly host: string;
  /** Default: the port in `~/.ssh/config`, or 22. */
  readonly port?: number;
  /** Fingerprint of its host key, `SHA256:…`. Default: `known_hosts` must list the key. */
  readonly hostKey?: string;
  /** The file of the private key. Default: the keys of the agent, then those in `~/.ssh`. */
  readonly key?: string;
  /** The address on which the server listens for the service. Default: all addresses. */
  readonly bindHost: string;
  /** The port on which it listens; 0 for any free one. */
  readonly bindPort: number;
  /** The address at which the service reaches it. Default: `http://<host>:<bound port>`. */
  readonly publicUrl?: string;
}

/** The format of `TUNNEL_SSH`. */
const FORM = 'user@host[:port], then any of hostkey=SHA256:… key=FILE bind=[ADDRESS:]PORT public=URL';

const SERVER = /^(?:ssh:\/\/)?(?<user>[^@\s]+)@(?<host>\[[^\]\s]+\]|[^:\s[\]]+)(?::(?<port>\d{1,5}))?$/;
const BIND = /^(?:(?<host>\[[^\]\s]+\]|[^:\s]*):)?(?<port>\d{1,5})$/;

/** Parses `TUNNEL_SSH`. @throws InvalidValue */
export function parseSshServer(text: string): SshServer {
  const invalid = (problem: string) => new InvalidValue(`not a server: ${problem}`, `write ${FORM}`);
  const [first = '', ...words] = text.trim().split(/\s+/);
  const server = SERVER.exec(first)?.groups;
  if (server === undefined) throw invalid('it does not begin with user@host');
  const options = new Map<string, string>();
  for (const word of words) {
    const [name = '', ...value] = word.split('=');
    if (!['hostkey', 'key', 'bind', 'public'].includes(name)) throw invalid(`it has no option "${name}"`);
    options.set(name, value.join('='));
  }
  const hostKey = options.get('hostkey');
  if (hostKey !== undefined && !/^SHA256:[A-Za-z0-9+/]{43}=?$/.test(hostKey))
    throw invalid('hostkey= is not a SHA256:… fingerprint (ssh-keygen -lf prints one)');
  const bind = BIND.exec(options.get('bind') ?? '0')?.groups;
  if (bind === undefined || Number(bind.port) > 65_535) throw invalid('bind= is not [ADDRESS:]PORT');
  const publicUrl = options.get('public')?.replace(/\/+$/, '');
  if (publicUrl !== undefined && !(/^https?:\/\/[^?#@]+$/.test(publicUrl) && URL.canParse(publicUrl)))
    throw invalid('public= is not an http:// or https:// URL');
  const key = options.get('key');
  return {
    user: server.user ?? '',
    host: withoutBrackets(server.host),
    ...(server.port !== undefined && { port: Number(server.port) }),
    ...(hostKey !== undefined && { hostKey: hostKey.replace(/=$/, '') }),
    ...(key !== undefined && { key }),
    bindHost: withoutBrackets(bind.host),
    bindPort: Number(bind.port),
    ...(publicUrl !== undefined && { publicUrl }),
  };
}

function withoutBrackets(host: string | undefined): string {
  return (host ?? '').replace(/^\[|\]$/g, '');
}
