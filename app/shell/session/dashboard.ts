/** Where people work: at the desk, or in a dashboard application of the institute's own. */
import { type Role, STAFF_ROLES } from '../../api/rights.ts'
import type { Lang } from '../../locales/lang.ts'

/** In another application each role has its own start page. */
const DASHBOARD_PATHS: Partial<Record<string, string>> = {
  Teacher: '/teacher',
  Student: '/student',
  Admin: '/admin',
  Owner: '/admin',
}

/** The address where a role works; null for learners without such an application, and for roles that it does not know. */
export function dashboardOf(dashboardUrl: string | undefined, role: string, lang: Lang): string | null {
  if (dashboardUrl === undefined) return STAFF_ROLES.includes(role as Role) ? `/${lang}/desk` : null
  const path = Object.hasOwn(DASHBOARD_PATHS, role) ? DASHBOARD_PATHS[role] : undefined
  return path ? dashboardUrl.replace(/\/+$/, '') + path : null
}
