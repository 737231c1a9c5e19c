/** The sections of the profile, each a page, and the pages that the security section links to. */
import { linksFor } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import type { Profile } from './contract.ts'

export const SECTIONS = [
  'courses',
  'saved',
  'person',
  'security',
  'orders',
  'certificates',
  'enquiries',
  'notifications',
  'data',
] as const
export type Section = (typeof SECTIONS)[number]

export const SECTION_ICONS = {
  courses: 'book',
  saved: 'bookmark',
  person: 'user',
  security: 'shield',
  orders: 'cart',
  certificates: 'certificate',
  enquiries: 'mail',
  notifications: 'chat',
  data: 'document',
} as const

/** Sign-in methods, second factors and sessions: each has a page below the profile's address. */
export const GUARDS = ['phone', 'two-factor', 'passkeys', 'connections', 'sessions'] as const satisfies Guard[]
export type Guard = 'phone' | 'two-factor' | 'passkeys' | 'connections' | 'sessions'

export const GUARD_ICONS = {
  phone: 'mobile',
  'two-factor': 'shield',
  passkeys: 'lock',
  connections: 'globe',
  sessions: 'laptop',
} as const

/** The state of a security setting: off, on, or a count. */
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

/** The section of an address below the profile's; pages that are no section belong to security. */
export function sectionOf(pathname: string): Section {
  const name = pathname.split('/')[3]
  return name === undefined ? 'person' : (SECTIONS.find((section) => section === name) ?? 'security')
}
