/** Whether a host name or address is this machine's own loopback; an IPv6 address with or without brackets. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host);
}
