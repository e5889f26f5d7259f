/** Whether a host name or address is this machine's loopback. An IPv6 address may have brackets. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host);
}

/** `http://host:port`, an IPv6 address in brackets. */
export function httpUrl(host: string, port: number | string): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
