/** The social sign-in providers, from the environment: `OIDC_<NAME>_…`. */
import { createPrivateKey } from 'node:crypto'

export type OidcSettings = {
  /** The name in lower case, as used in addresses. */
  id: string
  /** The text of its button. */
  label: string
  issuer: string
  clientId: string
  /** Undefined for Apple with a key, which signs a new secret for each use. */
  clientSecret: string | undefined
  /** Apple's replacement of a client secret. */
  key: { teamId: string; keyId: string; privateKey: string } | undefined
}

const KNOWN: Record<string, { label: string; issuer: string }> = {
  google: { label: 'Google', issuer: 'https://accounts.google.com' },
  apple: { label: 'Apple', issuer: 'https://appleid.apple.com' },
  microsoft: { label: 'Microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
}

const SETTING = /^OIDC_([A-Z][A-Z0-9]{0,30})_(ISSUER|CLIENT_ID|CLIENT_SECRET|LABEL|TEAM_ID|KEY_ID|PRIVATE_KEY)$/
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The providers, sorted by name, and the errors in their settings, one line each. */
export function readOidcSettings(env: Record<string, string>): { providers: OidcSettings[]; errors: string[] } {
  const errors: string[] = []
  const byProvider = new Map<string, Record<string, string>>()
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('OIDC_')) continue
    const [, provider, setting] = SETTING.exec(name) ?? []
    if (provider && setting) byProvider.set(provider, { ...byProvider.get(provider), [setting]: value })
    else errors.push(`${name}: is not known; names are like OIDC_GOOGLE_CLIENT_ID`)
  }
  const names = [...byProvider.keys()].sort()
  return { providers: names.map((name) => providerOf(name, byProvider.get(name)!, errors)), errors }
}

function providerOf(name: string, read: Record<string, string>, errors: string[]): OidcSettings {
  const id = name.toLowerCase()
  const known = KNOWN[id]
  const issuer = read.ISSUER ?? known?.issuer ?? ''
  const needed = (setting: string) => errors.push(`OIDC_${name}_${setting}: needed for sign-in by ${id}`)
  if (!read.CLIENT_ID) needed('CLIENT_ID')
  if (issuer === '') needed('ISSUER')
  else if (!isSafe(issuer)) errors.push(`OIDC_${name}_ISSUER: must begin with https://`)
  const { TEAM_ID: teamId, KEY_ID: keyId, PRIVATE_KEY: pem } = read
  // A key has several lines, but most hosts' settings take only one: `\n` stands for a line break.
  const key = teamId && keyId && pem ? { teamId, keyId, privateKey: pem.replaceAll('\\n', '\n') } : undefined
  if (key && !isPrivateKey(key.privateKey)) errors.push(`OIDC_${name}_PRIVATE_KEY: is no private key in PEM`)
  if (!key && !read.CLIENT_SECRET)
    needed(id === 'apple' ? 'CLIENT_SECRET, or _TEAM_ID, _KEY_ID and _PRIVATE_KEY' : 'CLIENT_SECRET')
  return {
    id,
    label: read.LABEL ?? known?.label ?? name[0] + id.slice(1),
    issuer,
    clientId: read.CLIENT_ID ?? '',
    clientSecret: read.CLIENT_SECRET,
    key,
  }
}

/** Tokens need TLS; only a provider on this machine, as in tests, may do without. */
function isSafe(issuer: string): boolean {
  const url = URL.parse(issuer)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname))
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ec'
  } catch {
    return false
  }
}
