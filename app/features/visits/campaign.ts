/** The campaign that an address names. */

export type Campaign = { source: string; medium: string; campaign: string }

/** Of links that advertisers mark by an id of the click alone. The id itself is not read: it stands for one person. */
const BY_CLICK_ID: readonly [parameter: string, Campaign][] = [
  ['gclid', { source: 'google', medium: 'cpc', campaign: '' }],
  ['gbraid', { source: 'google', medium: 'cpc', campaign: '' }],
  ['wbraid', { source: 'google', medium: 'cpc', campaign: '' }],
  ['msclkid', { source: 'bing', medium: 'cpc', campaign: '' }],
  ['fbclid', { source: 'facebook', medium: 'social', campaign: '' }],
  ['ttclid', { source: 'tiktok', medium: 'social', campaign: '' }],
  ['sccid', { source: 'snapchat', medium: 'social', campaign: '' }],
  ['twclid', { source: 'x', medium: 'social', campaign: '' }],
]

const MAX_LENGTH = 80

/** @param mayBePersonal whether a text may name a person: it is left out */
export function campaignIn(query: URLSearchParams, mayBePersonal: (text: string) => boolean): Campaign | undefined {
  const values = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]))
  const part = (name: string) => cleaned(values.get(name) ?? '', mayBePersonal)
  const named = { source: part('utm_source'), medium: part('utm_medium'), campaign: part('utm_campaign') }
  if (named.source || named.medium || named.campaign) return named
  return BY_CLICK_ID.find(([parameter]) => values.has(parameter))?.[1]
}

function cleaned(text: string, mayBePersonal: (text: string) => boolean): string {
  const plain = plainText(text).trim().toLowerCase()
  return plain.length > MAX_LENGTH || mayBePersonal(plain) ? '' : plain
}

/** Without signs that nobody sees; the database refuses some of them, and all counts with it. */
export const plainText = (text: string) => text.toWellFormed().normalize('NFC').replace(/\p{C}/gu, '')

const HOST = /^https?:\/\/(?:www\.)?([a-z0-9.-]{3,100})(?::\d+)?(?:\/|$)/i

/** The site that an address belongs to; undefined where it is none, such as an app's. */
export function hostIn(address: string): string | undefined {
  return HOST.exec(address)?.[1]?.toLowerCase()
}
