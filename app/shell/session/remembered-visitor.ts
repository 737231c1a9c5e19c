/** What a browser keeps of a signed-in visitor: nothing secret, the session itself is in cookies that no script reads. */
const KEYS = ['userData', 'lastRole', 'authTimestamp'] as const

type WhoAmI = { userData: unknown; lastRole: string }

export function rememberVisitor({ userData, lastRole }: WhoAmI, checkedAt: Date) {
  localStorage.setItem('userData', JSON.stringify(userData))
  localStorage.setItem('lastRole', lastRole)
  localStorage.setItem('authTimestamp', checkedAt.toISOString())
}

export function clearRememberedVisitor() {
  for (const key of KEYS) localStorage.removeItem(key)
}
