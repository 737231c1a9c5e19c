import type { Localized } from '../../../db/shapes.ts'
import { Problem } from '../../api/problem.ts'
import { hasRight, isStaff } from '../../api/rights.ts'
import { linksFor } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Mentions } from '../../platform/markdown/mentions.server.ts'
import type { Author } from './contract.ts'
import { ensureAuthor, findFace } from './queries.server.ts'

/** An author as the SQL fragment `face` returns it. */
export type Face = {
  id: number
  userId: number | null
  name: Localized | null
  title: Localized | null
  bio: Localized | null
  picture: string | null
  kind: Author['kind']
}

/** The mentioned members, by the name as it was typed after `@`. */
export type Mentioned = Record<string, { id: number; name: Localized }>

export function authorOf({ id, name, title, picture, kind }: Face, lang: Lang): Author {
  return { id, name: name && inLang(name, lang), title: title && inLang(title, lang), picture, kind }
}

/** The mentions of a text, ready to render: each links to that member's posts. */
export function mentionsOf(mentioned: Mentioned, lang: Lang): Mentions {
  return new Map(
    Object.entries(mentioned).map(([written, { id, name }]) => [
      written,
      { name: inLang(name, lang), address: linksFor(lang).community({ author: id }) },
    ]),
  )
}

/** An author by the id that lists are filtered by; undefined when unknown. */
export async function authorById(ctx: Context, id: number | undefined): Promise<Author | undefined> {
  const found = id === undefined ? undefined : await findFace(ctx.db, id)
  return found && authorOf(found, ctx.lang)
}

/** Whether the signed-in user is the author. */
export const isMine = (ctx: Context, { userId }: Face) => ctx.user !== null && userId === ctx.user.id

/** Moderators see, change and remove what others wrote, and what is held or hidden. */
export const isModerator = (ctx: Context) => hasRight(ctx.user, 'moderation.decide')

/** Staff write for the institute: their posts are never held for review. */
export const writesForInstitute = (ctx: Context) => ctx.user !== null && isStaff(ctx.user)

/**
 * The author id of the signed-in user: created with the first post or comment.
 * @throws Problem writingStopped for an author whom staff have banned
 */
export async function writerOf(ctx: Context, tx: Database): Promise<number> {
  const author = await ensureAuthor(tx, requireUser(ctx).id)
  if (author.stopped_at) throw new Problem('writingStopped')
  return author.id
}
