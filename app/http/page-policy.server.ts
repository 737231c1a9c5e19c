/** The content security policy of pages: which scripts may run, and where everything else may come from. */
import { createHash } from 'node:crypto'

/** The settings that the policy depends on. */
export type PolicyFacts = {
  /** Another origin that pictures come from, or empty. */
  assetsUrl: string
  https: boolean
  /** Hosts to which the answer to a form may lead on, or empty: browsers hold redirects of forms to the policy, too. */
  formTargets: string
}

/** The policy of a page for one visitor: scripts carry its nonce. */
export function noncePolicy(nonce: string, facts: PolicyFacts): string {
  return policyOf(`'nonce-${nonce}'`, facts)
}

/**
 * The policy of a page that all guests share, and the parts of the page between its nonces. Exactly the scripts that carried the
 * nonce are allowed, by their hash, so that a script that was injected with somebody's text is still refused.
 */
export function hashedPolicy(html: string, nonce: string, facts: PolicyFacts): { parts: string[]; policy: string } {
  const hashes = new Set<string>()
  const mark = ` nonce="${nonce}"`
  const parts: string[] = []
  let end = 0
  for (let at = html.indexOf(mark); at >= 0; at = html.indexOf(mark, end)) {
    parts.push(html.slice(end, at))
    end = at + mark.length
    const tagEnd = html.indexOf('>', end)
    const tag = html.slice(html.lastIndexOf('<', at), tagEnd)
    if (!tag.startsWith('<script') || tag.includes(' src=')) continue
    const code = html.slice(tagEnd + 1, html.indexOf('</script>', tagEnd))
    hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  }
  parts.push(html.slice(end))
  return { parts, policy: policyOf([...hashes].join(' '), facts) }
}

function policyOf(scripts: string, { assetsUrl, https, formTargets }: PolicyFacts): string {
  const pictures = assetsUrl ? ` ${new URL(assetsUrl).origin}` : ''
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts}`.trim(),
    "style-src 'self'",
    `img-src 'self' data:${pictures}`,
    "font-src 'self'",
    "connect-src 'self'",
    `media-src 'self'${pictures}`,
    // Of our own only what allows it, such as a CV at the desk; every page refuses to be framed.
    "frame-src 'self'",
    `form-action 'self' ${formTargets}`.trim(),
    "manifest-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
