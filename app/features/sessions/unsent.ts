import { linksFor } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'

/** The part of an address that says that a form of the page was sent after the session had ended. */
export const UNSENT = 'unsent'

/** Where somebody signs in whose form was not taken since their session had ended, and then comes back to it. */
export const unsentLogin = (lang: Lang, returnTo: string): string =>
  linksFor(lang).login(`${returnTo}#${UNSENT}`, UNSENT)
