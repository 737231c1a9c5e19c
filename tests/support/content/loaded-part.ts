/** A part of the demonstration's content that is loaded, and a copy of its files that a test changes and loads again. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type ImportOptions, importContent } from '../../../app/features/content/content.server.ts'
import type { Report } from '../../../app/features/content/report.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { type ContentFolder, contentFolder, partOfContent } from './content-folder.ts'

/** A course of the part, with runs, reviews and a coupon. */
export const COURSE_KEY = 'contracts-drafting'
export const COURSE = `courses/${COURSE_KEY}.yaml`

export type LoadedPart = {
  app: TestApp
  /** The files of the test. */
  folder: ContentFolder
  load: (options?: ImportOptions) => Promise<Report>
}

/** Each test of the file starts with the unchanged part; what it ordered is gone afterwards. */
export function loadedPart(): LoadedPart {
  const loaded = {} as LoadedPart
  let part: ContentFolder
  const loadPart = () => importContent(loaded.app.services, part.path, { isPruning: true, overwrites: true })
  beforeAll(async () => {
    loaded.app = await startTestApp({ institute: true })
    part = partOfContent()
    await loadPart()
  })
  afterAll(async () => {
    part.dispose()
    await loaded.app.stop()
  })
  beforeEach(() => {
    loaded.folder = contentFolder(part.path)
  })
  afterEach(async () => {
    loaded.folder.dispose()
    await loaded.app.db.deleteFrom('orders').execute()
    await loadPart()
  })
  loaded.load = (options = {}) =>
    importContent(loaded.app.services, loaded.folder.path, { isPruning: true, ...options })
  return loaded
}

export const courseRow = ({ app }: LoadedPart, key = COURSE_KEY) =>
  app.db.selectFrom('courses').selectAll().where('key', '=', key).executeTakeFirst()

export const runsOf = ({ app }: LoadedPart, courseId: number) =>
  app.db.selectFrom('schedules').selectAll().where('course_id', '=', courseId).orderBy('key').execute()

/** Together with the reviews that refer to it. */
export function removeCourse(folder: ContentFolder): void {
  folder.remove(COURSE)
  folder.change('reviews.yaml', (reviews: { course: string }[]) => {
    const others = reviews.filter(({ course }) => `courses/${course}.yaml` !== COURSE)
    reviews.splice(0, reviews.length, ...others)
  })
}

export const changeOf = (report: Report, kind: string) => report.changes.find((change) => change.kind === kind)
