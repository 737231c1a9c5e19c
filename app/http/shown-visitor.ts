/** What every page shows of who is signed in. */
import { colourOf, initialsOf } from '../locales/initials.ts'
import { unreadText } from '../locales/unread-text.ts'
import type { SignedInUser } from '../platform/context.server.ts'
import type { ShownVisitor } from '../request-context.ts'

type Facts = Pick<SignedInUser, 'userName' | 'email' | 'profilePicture' | 'lastRole' | 'unreadNotices'>

export function shownVisitor({ userName, email, profilePicture, lastRole, unreadNotices }: Facts): ShownVisitor {
  // No name of an account is without letters; a page that is filled for its visitor has no empty text.
  const initials = initialsOf(userName) || [...userName][0]!
  const [colour, unread] = [String(colourOf(userName)), unreadText(unreadNotices)]
  return { userName, initials, colour, email, profilePicture, lastRole, unread }
}
