/** The link by which an author reads a decision and objects. */
import { linksFor } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import type { Context } from '../../platform/context.server.ts'
import { isLinkToken, linkToken } from '../../platform/secrets.server.ts'

type Asking = Pick<Context, 'settings'>
const PURPOSE = 'appeal-decision'

export const appealLink = ({ settings }: Asking, lang: Lang, id: number): string =>
  settings.publicUrl + linksFor(lang).appeal(id, linkToken(settings, PURPOSE, String(id)))

export const isAppealToken = ({ settings }: Asking, id: number, token: string): boolean =>
  isLinkToken(settings, PURPOSE, String(id), token)
