/** The parts of the profile, each a page of its own, and what the one about security leads on to. */
import { linksFor } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'

export const SECTIONS = ['person'] as const
export type Section = (typeof SECTIONS)[number]

export const SECTION_ICONS = { person: 'user', security: 'shield', orders: 'cart', data: 'document' } as const

export function sectionAddress(section: Section | 'security', lang: Lang): string {
  const { profile } = linksFor(lang)
  return section === 'person' ? profile : `${profile}/${section}`
}

/** The section that an address below the profile's belongs to; a page that is none of them is about security. */
export function sectionOf(pathname: string): Section | 'security' {
  const name = pathname.split('/')[3]
  return name === undefined ? 'person' : (SECTIONS.find((section) => section === name) ?? 'security')
}
