/** What the records of the audit log are called now: a key or a number says little to a reader. */
import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'

/** Records by the kinds that begin an action. A course names what belongs to it, too; attendance is named by its run. */
const KINDS = {
  course: ['course', 'lesson', 'run', 'session', 'material', 'waiting-list'],
  attended: ['attendance'],
  specialization: ['specialization'],
  trainer: ['trainer'],
  article: ['article'],
  company: ['company'],
  person: ['staff', 'learner'],
  picture: ['media'],
  banner: ['banner'],
  question: ['question'],
} as const
type Named = keyof typeof KINDS

type Entry = { action: string; reference: string; runId: number | null }

/** Their reference is that of the message, not of a person. */
const NOT_NAMED = ['learner.message']

const namedOf = ({ action }: Entry) => {
  if (NOT_NAMED.includes(action)) return undefined
  const kind = action.slice(0, action.indexOf('.'))
  return (Object.keys(KINDS) as Named[]).find((named) => (KINDS[named] as readonly string[]).includes(kind))
}
/** A run's reference begins with the key of its course: `course/autumn`. */
const keyOf = (entry: Entry) =>
  namedOf(entry) === 'attended' ? String(entry.runId ?? '') : entry.reference.split('/')[0]!

/** @returns the name of the record of an entry; undefined where there is none, or not any more */
export async function namesOf(
  db: Database,
  entries: readonly Entry[],
): Promise<(entry: Entry) => Localized | undefined> {
  const keysOf = (named: Named) => [...new Set(entries.filter((entry) => namedOf(entry) === named).map(keyOf))]
  const idsOf = (named: Named) => keysOf(named).filter((id) => /^\d{1,9}$/.test(id))
  const { rows } = await sql<{ named: Named; key: string; name: Localized }>`
    select 'course' as named, key, name from courses where key = any(${keysOf('course')}::text[])
    union all select 'attended', r.id::text, c.name from schedules r join courses c on c.id = r.course_id
      where r.id = any(${idsOf('attended')}::int[])
    union all select 'specialization', key, name from specializations where key = any(${keysOf('specialization')}::text[])
    union all select 'trainer', key, name from trainers where key = any(${keysOf('trainer')}::text[])
    union all select 'article', coalesce(key, slug), title from articles
      where key = any(${keysOf('article')}::text[]) or slug = any(${keysOf('article')}::text[])
    union all select 'company', id::text, name from companies where id = any(${idsOf('company')}::int[])
    union all select 'person', id::text, jsonb_build_object('ar', first_name || ' ' || last_name) from users
      where id = any(${idsOf('person')}::int[]) and erased_at is null
    union all select 'picture', id::text, coalesce(alt, jsonb_build_object('ar', file_name)) from media
      where id = any(${idsOf('picture')}::int[])
    union all select 'banner', id::text, text from banners where id = any(${idsOf('banner')}::int[])
    union all select 'question', id::text, question from faq_questions where id = any(${idsOf('question')}::int[])`.execute(
    db,
  )
  const names = new Map(rows.map(({ named, key, name }) => [`${named} ${key}`, name]))
  return (entry) => names.get(`${namedOf(entry)} ${keyOf(entry)}`)
}
