/** The lessons of recorded courses with their files, which are stored privately and known by their hash. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Services } from '../../../platform/context.server.ts'
import type { Tx } from '../../../platform/database/database.server.ts'
import { commitFile, releaseFile } from '../../files/files.server.ts'
import { saveContentFile } from '../../uploads/private-file.server.ts'
import type { Content } from '../format.ts'
import { type Ids, lessonRows } from '../rows.ts'
import {
  deleteLessonFiles,
  filesOfLessons,
  insertLessonFile,
  lessonIds,
  saveLessons,
  storedLessons,
} from './lesson-queries.server.ts'

type Made = { hash: string; fileId: string | undefined }
/** By their path in the folder: one without an id is in storage already. */
export type LessonFiles = ReadonlyMap<string, Made>

/** Stores the files that the database does not know; they are committed once their lessons are loaded. */
export async function makeLessonFiles(
  services: Pick<Services, 'db' | 'storage' | 'now' | 'settings'>,
  { courses }: Content,
  folder: string,
): Promise<LessonFiles> {
  const known = new Set(
    (await filesOfLessons(services.db)).map(({ course, lesson, hash }) => `${course}/${lesson}/${hash}`),
  )
  const made = new Map<string, Made>()
  for (const course of courses)
    for (const { key, recording, files } of course.lessons)
      for (const path of [...(recording ? [recording] : []), ...files]) {
        const bytes = await readFile(join(folder, path))
        const hash = createHash('sha256').update(bytes).digest('hex')
        const isKnown = known.has(`${course.key}/${key}/${hash}`)
        made.set(path, { hash, fileId: isKnown ? undefined : await saveContentFile(services, bytes, basename(path)) })
      }
  return made
}

/** @returns the keys of the courses whose lessons changed */
export async function loadLessons(
  tx: Tx,
  courses: Content['courses'],
  courseIds: Ids,
  files: LessonFiles,
): Promise<string[]> {
  const changed: string[] = []
  for (const course of courses) {
    const courseId = courseIds.get(course.key)!
    const rows = await saveLessons(tx, courseId, lessonRows(course, await storedLessons(tx, courseId)))
    const attached = await attachFiles(tx, course, await lessonIds(tx, courseId), files)
    if (rows || attached) changed.push(course.key)
  }
  return changed
}

/** Files that stay keep their row; others are released, and new ones are added in the order of the folder. */
async function attachFiles(
  tx: Tx,
  { lessons }: Content['courses'][number],
  ids: ReadonlyMap<string, number>,
  files: LessonFiles,
): Promise<boolean> {
  const own = new Set(ids.values())
  const stored = (await filesOfLessons(tx)).filter(({ lesson_id }) => own.has(lesson_id))
  const named = lessons.flatMap(({ key, recording, files: others }) => [
    ...(recording ? [{ lessonId: ids.get(key)!, kind: 'video' as const, path: recording }] : []),
    ...others.map((path) => ({ lessonId: ids.get(key)!, kind: 'file' as const, path })),
  ])
  const wanted = named.map((one) => ({ ...one, ...files.get(one.path)!, name: basename(one.path) }))
  const stays = (row: (typeof stored)[number]) =>
    wanted.some(({ lessonId, kind, hash }) => lessonId === row.lesson_id && kind === row.kind && hash === row.hash)
  const gone = stored.filter((row) => !stays(row))
  await deleteLessonFiles(
    tx,
    gone.map(({ id }) => id),
  )
  for (const { file_id } of gone) await releaseFile(tx, file_id)
  let added = 0
  for (const { lessonId, kind, hash, fileId } of wanted) {
    if (stored.some((row) => row.lesson_id === lessonId && row.kind === kind && row.hash === hash)) continue
    // It was there before this import began, and was taken away meanwhile: the next import brings it.
    if (fileId === undefined) continue
    await commitFile(tx, fileId, null)
    await insertLessonFile(tx, { lessonId, kind, fileId, hash })
    added += 1
  }
  return gone.length > 0 || added > 0
}
