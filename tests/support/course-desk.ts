/** The desk's calls for courses, by the people who use them. */
import type { Api } from '../../app/api/contract.ts'
import { isProblem, type Problem } from '../../app/api/problem.ts'
import type { SignedInUser } from '../../app/platform/context.server.ts'
import { apiAs } from './api-as.ts'
import { startTestApp, type TestApp } from './app.ts'
import { course, learner, trainer } from './factories.ts'

export type CallsOfCourses = Api['courseEditing']

export type CourseDesk = {
  app: TestApp
  /** Has the role Content. */
  editor: SignedInUser
  desk: CallsOfCourses
  finance: CallsOfCourses
  /** A complete course, published unless said otherwise. */
  complete: (facts?: Parameters<typeof course>[1]) => ReturnType<typeof course>
  isOnSite: (slug: string) => Promise<boolean>
  edit: (
    id: number,
    changes: Record<string, { from: unknown; to: unknown }>,
  ) => ReturnType<CallsOfCourses['editCourse']>
}

export async function startCourseDesk(): Promise<CourseDesk> {
  const app = await startTestApp()
  const editor = await learner(app.db, { roles: ['Content'] })
  const desk = apiAs(app, editor).courseEditing
  const finance = apiAs(app, await learner(app.db, { roles: ['Finance'] })).courseEditing
  return {
    ...{ app, editor, desk, finance },
    complete: async (facts = {}) => {
      const created = await course(app.db, facts)
      await trainer(app.db, { courseIds: [created.id] })
      await app.db
        .updateTable('courses')
        .set({ outline: JSON.stringify([{ title: { ar: 'وحدة', en: 'Unit' }, lessons: [] }]) })
        .where('id', '=', created.id)
        .execute()
      return created
    },
    isOnSite: async (slug) =>
      (await app.call('GET', `Courses/course-by-slug?slug=${encodeURIComponent(slug)}`)).status === 200,
    edit: async (id, changes) => {
      const { version } = await desk.editedCourse({ id })
      return desk.editCourse({ id, version, changes: changes as never })
    },
  }
}

/** The refusal of a call. Any other failure is thrown. */
export async function problemOf(call: Promise<unknown>): Promise<Problem> {
  const error = await call.then(
    () => undefined,
    (thrown) => thrown,
  )
  if (!isProblem(error)) throw error ?? new Error('It succeeded.')
  return error
}
