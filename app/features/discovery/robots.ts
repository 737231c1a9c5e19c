/** The rules for crawlers (robots.txt). */

/** Personal pages and endpoints, which no search should find. */
const CLOSED = ['/api/', '/*/order-details', '/*/order-approved', '/*/order-canceled', '/*/profile', '/*/logout']

/**
 * A demonstration may be crawled, so that crawlers see `noindex` in every response: an address that they may not read
 * can still be listed when another site links to it.
 */
export function robotsTxt(publicUrl: string, demo: boolean): string {
  const rules = ['User-agent: *', ...(demo ? ['Allow: /'] : CLOSED.map((path) => `Disallow: ${path}`))]
  return `${[...rules, ...(demo ? [] : ['', `Sitemap: ${publicUrl}/sitemap.xml`])].join('\n')}\n`
}

/** Whether the address is only reachable on this machine, so that no crawler visits it. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(host)
}
