import type { PageRequest } from '../../request-context.ts'

export type KnownSender = { name: string; email: string; phone: string }

/** Who is signed in, as the forms of persons ask for it, so that nobody types what we know. */
export async function knownSender({ user, api }: PageRequest): Promise<KnownSender | undefined> {
  if (!user) return undefined
  const { userData } = await api.accounts.userInfo({})
  const { firstName, lastName, email, phone } = userData
  return { name: `${firstName} ${lastName}`, email, phone }
}
