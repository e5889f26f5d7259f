/** The server that an ssh tunnel goes over, as `TUNNEL_SSH` names it. */
export interface SshServer {
  readonly user: string;
  /** A name or an address, IPv6 without brackets. */
  readonly host: string;
  /** Default 22. */
  readonly port: number;
  /** `SHA256:…`, the fingerprint of its host key; absent: `~/.ssh/known_hosts` must know it. */
  readonly hostKey?: string;
  /** File of the private key, unencrypted; absent: the agent's keys, then those in `~/.ssh`. */
  readonly key?: string;
  /** Where the server listens for the service. Default all its addresses, and any port. */
  readonly bindHost: string;
  /** 0 = any. */
  readonly bindPort: number;
  /** The address at which the service reaches that. Default `http://<host>:<bound port>`. */
  readonly publicUrl?: string;
  /** What speaks ssh: the package `ssh2`, or the program `ssh` with all that `~/.ssh/config` says. */
  readonly client: 'ssh2' | 'openssh';
}

/** How `TUNNEL_SSH` is written. */
export const SSH_SERVER_FORM =
  'user@host[:port], then any of hostkey=SHA256:… key=FILE bind=[ADDRESS:]PORT public=URL client=openssh';

const SERVER = /^(?:ssh:\/\/)?(?<user>[^@\s]+)@(?<host>\[[^\]\s]+\]|[^:\s[\]]+)(?::(?<port>\d{1,5}))?$/;
const BIND = /^(?:(?<host>\[[^\]\s]+\]|[^:\s]*):)?(?<port>\d{1,5})$/;

/** Reads `TUNNEL_SSH`. @returns what is wrong with it, in words, where it cannot be read */
export function parseSshServer(text: string): SshServer | string {
  const [first = '', ...words] = text.trim().split(/\s+/);
  const server = SERVER.exec(first)?.groups;
  if (server === undefined) return 'it does not begin with user@host';
  const options = new Map<string, string>();
  for (const word of words) {
    const [name = '', ...value] = word.split('=');
    if (!['hostkey', 'key', 'bind', 'public', 'client'].includes(name)) return `it has no option "${name}"`;
    options.set(name, value.join('='));
  }
  const hostKey = options.get('hostkey');
  if (hostKey !== undefined && !/^SHA256:[A-Za-z0-9+/]{43}=?$/.test(hostKey))
    return 'hostkey= is no SHA256:… fingerprint (ssh-keygen -lf prints one)';
  const bind = BIND.exec(options.get('bind') ?? '0')?.groups;
  if (bind === undefined || Number(bind.port) > 65_535) return 'bind= is no [ADDRESS:]PORT';
  const publicUrl = options.get('public')?.replace(/\/+$/, '');
  if (publicUrl !== undefined && !(/^https?:\/\/[^?#@]+$/.test(publicUrl) && URL.canParse(publicUrl)))
    return 'public= is no http:// or https:// address';
  const client = options.get('client') ?? 'ssh2';
  if (client !== 'ssh2' && client !== 'openssh') return 'client= is neither ssh2 nor openssh';
  if (client === 'openssh' && hostKey !== undefined)
    return 'hostkey= goes with ssh2 alone: the program ssh trusts what its own known_hosts knows';
  const key = options.get('key');
  return {
    user: server.user ?? '',
    host: bare(server.host),
    port: Number(server.port ?? 22),
    ...(hostKey !== undefined && { hostKey: hostKey.replace(/=$/, '') }),
    ...(key !== undefined && { key }),
    bindHost: bare(bind.host),
    bindPort: Number(bind.port),
    ...(publicUrl !== undefined && { publicUrl }),
    client,
  };
}

function bare(host: string | undefined): string {
  return (host ?? '').replace(/^\[|\]$/g, '');
}
