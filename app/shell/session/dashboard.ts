/** The dashboard is another application: which of its doors a role goes in by. */
const DOORS: Record<string, string> = { Teacher: '/teacher', Student: '/student', Admin: '/admin', Owner: '/admin' }

/** The dashboard's address for a role; null where there is no dashboard, or none for this role. */
export function dashboardOf(dashboardUrl: string | undefined, role: string): string | null {
  const door = Object.hasOwn(DOORS, role) ? DOORS[role] : undefined
  return dashboardUrl && door ? dashboardUrl.replace(/\/+$/, '') + door : null
}
