/** Whether a host name or address means this machine itself. Brackets around an IPv6 address are passed over. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host);
}
