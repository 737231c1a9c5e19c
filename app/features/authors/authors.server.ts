import type { Localized } from '../../../db/shapes.ts'
import { Problem } from '../../api/problem.ts'
import { linksFor } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database.server.ts'
import type { Mentions } from '../../platform/mentions.server.ts'
import type { Author } from './contract.ts'
import { ensureAuthor, findFace } from './queries.server.ts'

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

/** By the name as it was written. */
export type Mentioned = Record<string, { id: number; name: Localized }>

export function authorOf({ id, name, title, picture, kind }: Face, lang: Lang): Author {
  return { id, name: name && inLang(name, lang), title: title && inLang(title, lang), picture, kind }
}

/** Whom a text names, as it is rendered for its reader: each leads to what that member wrote. */
export function mentionsOf(mentioned: Mentioned, lang: Lang): Mentions {
  return new Map(
    Object.entries(mentioned).map(([written, { id, name }]) => [
      written,
      { name: inLang(name, lang), address: linksFor(lang).community({ author: id }) },
    ]),
  )
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

/** Staff and trainers write for the institute: nothing of theirs is held back. */
export const writesForInstitute = (ctx: Context) => isStaff(ctx) || (ctx.user?.roles.includes('Teacher') ?? false)

/**
 * The author's id of who is signed in: made at the first thing that is written.
 * @throws Problem writingStopped for whom staff have stopped
 */
export async function writerOf(ctx: Context, tx: Database): Promise<number> {
  const author = await ensureAuthor(tx, requireUser(ctx).id)
  if (author.stopped_at) throw new Problem('writingStopped')
  return author.id
}
