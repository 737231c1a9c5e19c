/** The data that the shell shows on every page: institute, programmes, user. */
import type { Role } from '../api/rights.ts'
import type { ShownBanner } from '../features/banners/contract.ts'
import type { InstituteInfo } from '../features/pages/contract.ts'
import type { Lang } from '../locales/lang.ts'
import type { BrandMark } from '../locales/payment-brands.ts'
import type { ShownVisitor } from '../request-context.ts'
import { dashboardOf } from './session/dashboard.ts'

export type Visitor = {
  /** The name that others see. */
  name: string
  /** Of the name, in place of a missing picture. */
  initials: string
  /** Of the name, behind the initials. */
  colour: string
  email: string
  /** How many notifications are unread, as it is written. */
  unread: string
  role: Role
  profilePicture: string | null
  dashboard: string | null
}

export type ShellData = {
  institute: InstituteInfo | null
  specializations: { id: number; name: string; mark: string; coursesCount: number }[]
  banners: ShownBanner[]
  visitor: Visitor | null
  demo: boolean
  year: number
  /** The accepted payment brands. */
  brands: BrandMark[]
  /** Whether the texts of the page are a draft; a page of a record says it of itself. */
  isPreview: boolean
}

/** The contents of the header, on wide and narrow screens. */
export type HeaderData = Pick<ShellData, 'institute' | 'specializations' | 'visitor'>

export function visitorOf(shown: ShownVisitor, dashboardUrl: string | undefined, lang: Lang): Visitor {
  const { userName, lastRole, ...same } = shown
  return { ...same, name: userName, role: lastRole, dashboard: dashboardOf(dashboardUrl, lastRole, lang) }
}
