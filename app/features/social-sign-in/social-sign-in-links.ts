/** The addresses of sign-in by a provider. They stand here, since the home page's script carries whatever `links.ts` does. */
import { type ExternalReason, linksFor, withQuery } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import { sectionAddress } from '../profile/profile-sections.ts'

/** `again`: the code was not the first. `change`: another address is to be typed. */
type SignUpQuery = { returnTo?: string | undefined; again?: '1'; change?: '1' }

export function externalSignUp(lang: Lang, query: SignUpQuery = {}): string {
  return withQuery(`${linksFor(lang).home}/external-sign-up`, query)
}

type ConnectionsQuery = { done?: 'connected' | 'disconnected'; problem?: 'taken' | ExternalReason }

export function connectionsPage(lang: Lang, query: ConnectionsQuery = {}): string {
  return withQuery(sectionAddress('connections', lang), query)
}
