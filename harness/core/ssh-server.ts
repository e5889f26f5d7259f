import { InvalidValue } from './parse-value.ts';

/** The server of an ssh tunnel (`TUNNEL_SSH`). */
export interface SshServer {
  readonly user: string;
  /** A name or an address; IPv6 without brackets. */
  readonly host: string;
  /** Default 22. */
  readonly port: number;
  /** Fingerprint of its host key, `SHA256:…`. Default: `~/.ssh/known_hosts` must have the key. */
  readonly hostKey?: string;
  /** File of the private key, unencrypted. Default: the keys of the agent, then those in `~/.ssh`. */
  readonly key?: string;
  /** Where the server listens for the service. Default: all its addresses. */
  readonly bindHost: string;
  /** 0 = any. */
  readonly bindPort: number;
  /** The address at which the service reaches it. Default: `http://<host>:<bound port>`. */
  readonly publicUrl?: string;
  /** The ssh client: the package `ssh2`, or the program `ssh` with its own configuration. */
  readonly client: 'ssh2' | 'openssh';
}

/** The form of `TUNNEL_SSH`. */
const FORM = 'user@host[:port], then any of hostkey=SHA256:… key=FILE bind=[ADDRESS:]PORT public=URL client=openssh';

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
    if (!['hostkey', 'key', 'bind', 'public', 'client'].includes(name)) throw invalid(`it has no option "${name}"`);
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
  const client = options.get('client') ?? 'ssh2';
  if (client !== 'ssh2' && client !== 'openssh') throw invalid('client= is neither ssh2 nor openssh');
  if (client === 'openssh' && hostKey !== undefined)
    throw invalid('hostkey= is for ssh2 only: the ssh program checks its own known_hosts');
  const key = options.get('key');
  return {
    user: server.user ?? '',
    host: withoutBrackets(server.host),
    port: Number(server.port ?? 22),
    ...(hostKey !== undefined && { hostKey: hostKey.replace(/=$/, '') }),
    ...(key !== undefined && { key }),
    bindHost: withoutBrackets(bind.host),
    bindPort: Number(bind.port),
    ...(publicUrl !== undefined && { publicUrl }),
    client,
  };
}

function withoutBrackets(host: string | undefined): string {
  return (host ?? '').replace(/^\[|\]$/g, '');
}
