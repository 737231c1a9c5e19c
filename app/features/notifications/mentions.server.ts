/** The members that a text mentions, and suggestions for mentions. */
import type { z } from 'zod'
import type { Input } from '../../api/endpoint.ts'
import type { Lang } from '../../locales/lang.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { mentionsIn } from '../../platform/markdown/markdown.server.ts'
import type { Mentions } from '../../platform/markdown/mentions.server.ts'
import { authorOf, mentionsOf } from '../authors/authors.server.ts'
import type { notificationsEndpoints } from './contract.ts'
import { findNamed, findSuggested, type WrittenName } from './mention-queries.server.ts'
import { facesOf } from './notice-queries.server.ts'

type Calls = typeof notificationsEndpoints

const SUGGESTIONS = 6
const SUGGESTIONS_A_MINUTE = 240

/** The author ids by the names as typed; `known` names keep their author, even after a change of name. */
export async function membersMentionedIn(db: Database, text: string, known: Record<string, number> = {}) {
  const written = mentionsIn(text)
  const unchanged = written.filter((name) => Object.hasOwn(known, name))
  const found = await findNamed(db, written.filter((name) => !Object.hasOwn(known, name)).map(parted))
  return { ...found, ...Object.fromEntries(unchanged.map((name) => [name, known[name]!])) }
}

function parted(written: string): WrittenName {
  const [name = '', id] = written.split('#')
  return { written, name, id: id ? Number(id) : null }
}

/** The mentions of a text that is not saved yet, for its preview. */
export async function previewedMentions(db: Database, text: string, lang: Lang): Promise<Mentions> {
  const named = await membersMentionedIn(db, text)
  const faces = await facesOf(db, Object.values(named))
  const mentioned = Object.entries(named).flatMap(([written, id]) => {
    const name = faces.get(id)?.name
    return name ? [[written, { id, name }] as const] : []
  })
  return mentionsOf(Object.fromEntries(mentioned), lang)
}

export async function suggestMembers(
  ctx: Context,
  { q }: Input<Calls['suggestMembers']>,
): Promise<z.input<Calls['suggestMembers']['output']>> {
  await limit(ctx, `members:${requireUser(ctx).id}`, SUGGESTIONS_A_MINUTE, 60)
  const rows = await findSuggested(ctx.db, q, SUGGESTIONS, ctx.now())
  return rows.map(({ face, isAlone }) => {
    const author = authorOf(face, ctx.lang)
    return { ...author, handle: `${writtenAs(author.name ?? '')}${isAlone ? '' : `#${face.id}`}` }
  })
}

/** A display name as written after `@`. */
export const writtenAs = (name: string) =>
  name
    .trim()
    .replace(/\s+/gu, '_')
    .replace(/[^\p{L}\p{M}\p{N}_.'’-]/gu, '')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '')
