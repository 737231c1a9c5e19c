/** What every page shows of who is signed in. */
import { initialsOf } from '../locales/initials.ts'
import { unreadText } from '../locales/unread-text.ts'
import type { SignedInUser } from '../platform/context.server.ts'
import type { ShownVisitor } from '../request-context.ts'

type Facts = Pick<SignedInUser, 'userName' | 'email' | 'profilePicture' | 'lastRole' | 'unreadNotices'>

export function shownVisitor({ userName, email, profilePicture, lastRole, unreadNotices }: Facts): ShownVisitor {
  const [initials, unread] = [initialsOf(userName), unreadText(unreadNotices)]
  return { userName, initials, email, profilePicture, lastRole, unread }
}
