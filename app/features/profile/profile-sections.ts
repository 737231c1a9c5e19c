/** The parts of the profile, each a page of its own, and what the one about security leads on to. */
import { linksFor } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import type { Profile } from './contract.ts'

export const SECTIONS = ['person', 'security', 'orders', 'notifications', 'data'] as const
export type Section = (typeof SECTIONS)[number]

export const SECTION_ICONS = {
  person: 'user',
  security: 'shield',
  orders: 'cart',
  notifications: 'chat',
  data: 'document',
} as const

/** What guards the account, each on a page of its own below the profile's address. */
export const GUARDS = ['phone', 'two-factor', 'passkeys', 'connections', 'sessions'] as const satisfies Guard[]
export type Guard = 'phone' | 'two-factor' | 'passkeys' | 'connections' | 'sessions'

export const GUARD_ICONS = {
  phone: 'phone',
  'two-factor': 'shield',
  passkeys: 'lock',
  connections: 'globe',
  sessions: 'laptop',
} as const

/** How it stands with a guard: off, on, or how many there are. */
export function guardState(guard: Guard, profile: Profile): boolean | number {
  if (guard === 'phone') return profile.phoneVerified
  if (guard === 'two-factor') return profile.twoFactorEnabled
  if (guard === 'sessions') return profile.sessions.length
  return profile[guard]
}

export function sectionAddress(section: Section | Guard, lang: Lang): string {
  const { profile } = linksFor(lang)
  return section === 'person' ? profile : `${profile}/${section}`
}

/** The section that an address below the profile's belongs to; a page that is none of them is about security. */
export function sectionOf(pathname: string): Section {
  const name = pathname.split('/')[3]
  return name === undefined ? 'person' : (SECTIONS.find((section) => section === name) ?? 'security')
}
