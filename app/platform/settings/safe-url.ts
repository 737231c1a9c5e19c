/** Secret keys and people's names are sent, so only this machine may be called without TLS. */
export function isSafeUrl({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
