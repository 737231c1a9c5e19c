/** What every answer says about itself, and which scripts a page may run. */
import { createHash } from 'node:crypto'

export const COMMON_HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
}

const NONCED_SCRIPT = / nonce="([\w-]+)"/g

/** What of the settings a page's policy follows from. */
export type PolicyFacts = {
  /** Another origin that pictures come from, or empty. */
  assetsUrl: string
  https: boolean
  /** Hosts to which the answer to a form may lead on, or empty: browsers hold redirects of forms to the policy, too. */
  formTargets: string
}

/** The policy of a page for one visitor: scripts carry its nonce. */
export function nonceCsp(nonce: string, facts: PolicyFacts): string {
  return csp(`'nonce-${nonce}'`, facts)
}

/**
 * Makes a page the same for every guest: takes the nonce out and allows by their hash exactly the scripts that carried
 * it, so that a script that came in with somebody's text is still refused.
 */
export function shareable(html: string, nonce: string, facts: PolicyFacts): { html: string; csp: string } {
  const hashes = new Set<string>()
  const scripts = new RegExp(`<script(?=[^>]* nonce="${nonce}")(?![^>]* src=)[^>]*>([\\s\\S]*?)</script>`, 'g')
  for (const [, code] of html.matchAll(scripts)) {
    hashes.add(`'sha256-${createHash('sha256').update(code!).digest('base64')}'`)
  }
  return {
    html: html.replace(NONCED_SCRIPT, (attribute, value) => (value === nonce ? '' : attribute)),
    csp: csp([...hashes].join(' '), facts),
  }
}

function csp(scripts: string, { assetsUrl, https, formTargets }: PolicyFacts): string {
  const pictures = assetsUrl ? ` ${new URL(assetsUrl).origin}` : ''
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts}`.trim(),
    "style-src 'self'",
    `img-src 'self' data:${pictures}`,
    "font-src 'self'",
    "connect-src 'self'",
    `media-src 'self'${pictures}`,
    'frame-src https://www.youtube-nocookie.com',
    `form-action 'self' ${formTargets}`.trim(),
    "manifest-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
