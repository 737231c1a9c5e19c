/** What the records of the audit log are called now: a key or a number says little to a reader. */
import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database.server.ts'

/** Records by the kind that begins an action: of courses also what belongs to them, such as a run `course/autumn`. */
const KINDS = {
  course: ['course', 'lesson', 'run', 'session', 'material', 'waiting-list', 'attendance'],
  specialization: ['specialization'],
  trainer: ['trainer'],
  article: ['article'],
  company: ['company'],
} as const
type Named = keyof typeof KINDS

type Entry = { action: string; reference: string }

const kindOf = (action: string) => action.slice(0, action.indexOf('.'))
const namedKindOf = (action: string) =>
  (Object.keys(KINDS) as Named[]).find((named) => (KINDS[named] as readonly string[]).includes(kindOf(action)))
const keyIn = (reference: string) => reference.split('/')[0]!

/** @returns the name of the record of an entry; undefined where there is none, or not any more */
export async function namesOf(
  db: Database,
  entries: readonly Entry[],
): Promise<(entry: Entry) => Localized | undefined> {
  const keysOf = (named: Named) => [
    ...new Set(entries.filter(({ action }) => namedKindOf(action) === named).map(({ reference }) => keyIn(reference))),
  ]
  const { rows } = await sql<{ kind: Named; key: string; name: Localized }>`
    select 'course' as kind, key, name from courses where key = any(${keysOf('course')}::text[])
    union all select 'specialization', key, name from specializations where key = any(${keysOf('specialization')}::text[])
    union all select 'trainer', key, name from trainers where key = any(${keysOf('trainer')}::text[])
    union all select 'article', coalesce(key, slug), title from articles
      where key = any(${keysOf('article')}::text[]) or slug = any(${keysOf('article')}::text[])
    union all select 'company', id::text, name from companies
      where id = any(${keysOf('company').filter((id) => /^\d{1,9}$/.test(id))}::int[])`.execute(db)
  const names = new Map(rows.map(({ kind, key, name }) => [`${kind} ${key}`, name]))
  return ({ action, reference }) => names.get(`${namedKindOf(action)} ${keyIn(reference)}`)
}
