import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { course, inDays, learner } from '../../../../tests/support/factories.ts'

describe('saved courses', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('are listed for whoever saved them, the last first, and for nobody else', async () => {
    const [sara, omar] = [await learner(app.db), await learner(app.db)]
    const [one, two] = [await course(app.db), await course(app.db)]
    const api = apiAs(app, sara).catalogue
    const listed = async () => (await api.savedCourses({ PageIndex: 1, PageSize: 12 })).items.map(({ id }) => id)
    const isSaved = async () => (await api.myCourse({ courseId: one.id })).isSaved
    expect([await listed(), await isSaved()]).toEqual([[], false])
    expect(await api.saveCourse({ courseId: one.id })).toEqual({ slug: one.slug })
    await api.saveCourse({ courseId: two.id })
    await api.saveCourse({ courseId: one.id })
    expect([await listed(), await isSaved()]).toEqual([[two.id, one.id], true])
    const others = await apiAs(app, omar).catalogue.savedCourses({ PageIndex: 1, PageSize: 12 })
    expect([others.items, others.totalCount]).toEqual([[], 0])
    await api.unsaveCourse({ courseId: two.id })
    await api.unsaveCourse({ courseId: two.id })
    expect(await listed()).toEqual([one.id])
  })

  it('that visitors can no longer see are left out, and come back with the course', async () => {
    const sara = await learner(app.db)
    const { id } = await course(app.db)
    const api = apiAs(app, sara).catalogue
    await api.saveCourse({ courseId: id })
    const publish = (at: Date | null) =>
      app.db.updateTable('courses').set({ published_at: at }).where('id', '=', id).execute()
    await publish(null)
    expect((await api.savedCourses({ PageIndex: 1, PageSize: 12 })).totalCount).toBe(0)
    await expect(api.saveCourse({ courseId: id })).rejects.toMatchObject({ code: 'courseNotFound' })
    await publish(inDays(-1))
    expect((await api.savedCourses({ PageIndex: 1, PageSize: 12 })).items.map((one) => one.id)).toEqual([id])
  })

  it('need an account', async () => {
    const { id: courseId } = await course(app.db)
    const api = apiAs(app, null).catalogue
    await expect(api.saveCourse({ courseId })).rejects.toMatchObject({ code: 'unauthenticated' })
    expect((await api.myCourse({ courseId })).isSaved).toBe(false)
  })
})
