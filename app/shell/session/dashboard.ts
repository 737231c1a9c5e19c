/** The dashboard is a separate application; each role has its own start page there. */
const DASHBOARD_PATHS: Record<string, string> = {
  Teacher: '/teacher',
  Student: '/student',
  Admin: '/admin',
  Owner: '/admin',
}

/** The dashboard's address for a role; null where there is no dashboard, or none for this role. */
export function dashboardOf(dashboardUrl: string | undefined, role: string): string | null {
  const path = Object.hasOwn(DASHBOARD_PATHS, role) ? DASHBOARD_PATHS[role] : undefined
  return dashboardUrl && path ? dashboardUrl.replace(/\/+$/, '') + path : null
}
