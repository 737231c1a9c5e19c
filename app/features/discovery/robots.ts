/** What robots may read. */

/** Nobody finds these by searching: they belong to one visitor or to programs. */
const CLOSED = ['/api/', '/*/order-details', '/*/order-approved', '/*/order-canceled', '/*/profile', '/*/logout']

/**
 * A demonstration may be read, so that robots see that each of its answers asks not to be indexed; an address that they
 * may not read can still be listed when another site links to it.
 */
export function robotsTxt(publicUrl: string, demo: boolean): string {
  const rules = ['User-agent: *', ...(demo ? ['Allow: /'] : CLOSED.map((path) => `Disallow: ${path}`))]
  return `${[...rules, ...(demo ? [] : ['', `Sitemap: ${publicUrl}/sitemap.xml`])].join('\n')}\n`
}

/** Whether the address is one that only the machine itself can reach: no robot ever comes there. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(host)
}
