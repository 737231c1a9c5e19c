/** The addresses of sign-in by providers. Not in `links.ts`, which the home page's script contains. */
import { type ExternalReason, linksFor, withQuery } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import { sectionAddress } from '../profile/profile-sections.ts'

/** `again`: a further code was sent. `change`: the email address is to be changed. */
type SignUpQuery = { returnTo?: string | undefined; again?: '1'; change?: '1' }

export function externalSignUp(lang: Lang, query: SignUpQuery = {}): string {
  return withQuery(`${linksFor(lang).home}/external-sign-up`, query)
}

type ConnectionsQuery = { done?: 'connected' | 'disconnected'; problem?: 'taken' | ExternalReason }

export function connectionsPage(lang: Lang, query: ConnectionsQuery = {}): string {
  return withQuery(sectionAddress('connections', lang), query)
}
