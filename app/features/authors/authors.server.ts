import type { Localized } from '../../../db/shapes.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Author } from './contract.ts'
import { findFace } from './queries.server.ts'

/** The row of an author's face, as every feature's queries give it. */
export type Face = {
  id: number
  userId: number | null
  name: Localized | null
  title: Localized | null
  bio: Localized | null
  picture: string | null
  kind: Author['kind']
}

export function authorOf({ id, name, title, picture, kind }: Face, lang: Lang): Author {
  return { id, name: name && inLang(name, lang), title: title && inLang(title, lang), picture, kind }
}

/** An author by the id that lists are filtered by; undefined when there is none. */
export async function authorById(ctx: Context, id: number | undefined): Promise<Author | undefined> {
  const found = id === undefined ? undefined : await findFace(ctx.db, id)
  return found && authorOf(found, ctx.lang)
}

/** Whether who asks wrote it. */
export const isMine = (ctx: Context, { userId }: Face) => ctx.user !== null && userId === ctx.user.id

/** Admin and Owner see drafts and what waits or is hidden. */
export const isStaff = (ctx: Context) => ctx.user?.roles.some((role) => role === 'Admin' || role === 'Owner') ?? false
