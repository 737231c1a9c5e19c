/** What a browser stores about a signed-in user. Nothing secret: the session is in HttpOnly cookies. */
const KEYS = ['userData', 'lastRole', 'authTimestamp'] as const

type WhoAmI = { userData: unknown; lastRole: string }

export function rememberVisitor({ userData, lastRole }: WhoAmI, checkedAt: Date) {
  localStorage.setItem('userData', JSON.stringify(userData))
  localStorage.setItem('lastRole', lastRole)
  localStorage.setItem('authTimestamp', checkedAt.toISOString())
}

export const isRemembered = () => localStorage.getItem('authTimestamp') !== null

export function clearRememberedVisitor() {
  for (const key of KEYS) localStorage.removeItem(key)
}
