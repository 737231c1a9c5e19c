import type { PageRequest } from '../../request-context.ts'

export type KnownSender = { name: string; email: string; phone: string }

/** The signed-in user as initial values of a form's personal fields. */
export async function knownSender({ user, api }: PageRequest): Promise<KnownSender | undefined> {
  if (!user) return undefined
  const { userData } = await api.accounts.userInfo({})
  const { firstName, lastName, email, phone } = userData
  return { name: `${firstName} ${lastName}`, email, phone }
}
