import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashedPolicy } from './page-policy.server.ts'

const NONCE = 'aB-c_1'
const FACTS = { assetsUrl: '', https: false, formTargets: '' }
const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

describe('the policy of a page that all guests share', () => {
  it('allows exactly the scripts that carried the nonce, and takes the nonce from all of the page', () => {
    const { parts, policy } = hashedPolicy(
      [
        `<head><meta charSet="utf-8"/><script nonce="${NONCE}">first()</script>`,
        `<link rel="modulepreload" nonce="${NONCE}" href="/a.js"/></head>`,
        '<p title="a nonce="> nonce="another"</p><script>injected()</script><script nonce="guessed">injected()</script>',
        `<script type="module" nonce="${NONCE}" async="">if (1 < 2) second()</script>`,
        `<script nonce="${NONCE}">first()</script><script nonce="${NONCE}" src="/b.js"></script>`,
      ].join(''),
      NONCE,
      FACTS,
    )
    expect(parts.join('')).toBe(
      [
        '<head><meta charSet="utf-8"/><script>first()</script>',
        '<link rel="modulepreload" href="/a.js"/></head>',
        '<p title="a nonce="> nonce="another"</p><script>injected()</script><script nonce="guessed">injected()</script>',
        '<script type="module" async="">if (1 < 2) second()</script>',
        '<script>first()</script><script src="/b.js"></script>',
      ].join(''),
    )
    expect(policy).toContain(`script-src 'self' ${hashOf('first()')} ${hashOf('if (1 < 2) second()')};`)
  })
})
