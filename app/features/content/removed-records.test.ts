/** Records that are no longer in the content: deleted, or withdrawn where somebody ordered them. */
import { expect, it } from 'vitest'
import {
  COURSE,
  changeOf,
  courseRow,
  loadedPart,
  removeCourse,
  runsOf,
} from '../../../tests/support/content/loaded-part.ts'
import { coupon, order } from '../../../tests/support/factories.ts'
import { importContent } from './content.server.ts'
import { documentsOf } from './documents.server.ts'
import { everything } from './queries.server.ts'
import { reportLines } from './report.ts'

const part = loadedPart()

it('removes nothing without being told to', async () => {
  removeCourse(part.folder)
  part.folder.change('coupons.yaml', (coupons) => coupons.splice(0, 1))
  expect(reportLines(await importContent(part.app.services, part.folder.path))).toEqual(['Nothing changed.'])
  expect((await courseRow(part))?.published_at).not.toBeNull()
})

it('deletes removed records without orders', async () => {
  removeCourse(part.folder)
  part.folder.change('coupons.yaml', (coupons) => coupons.splice(0, 1))
  part.folder.change('partners.yaml', (partners) => partners.splice(0, 1))
  const report = await part.load()
  expect(changeOf(report, 'courses')).toMatchObject({ removed: ['contracts-drafting'], withdrawn: [] })
  expect(changeOf(report, 'coupons')).toMatchObject({ removed: ['WELCOME10'], withdrawn: [] })
  expect(changeOf(report, 'partners')).toMatchObject({ removed: ['afaq-skills'] })
  expect(await courseRow(part)).toBeUndefined()
})

it('leaves a coupon of companies, which is in no file: elsewhere it would be for everybody', async () => {
  const ufuq = await part.app.db
    .insertInto('companies')
    .values({ name: JSON.stringify({ ar: 'أفق' }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { code } = await coupon(part.app.db, { companyIds: [ufuq.id] })
  const documents = documentsOf(await everything(part.app.db))
  expect([documents.has('coupons/WELCOME10'), documents.has(`coupons/${code}`)]).toEqual([true, false])
  part.folder.change('coupons.yaml', (coupons) => coupons.splice(0, 1))
  expect(changeOf(await part.load(), 'coupons')).toMatchObject({ removed: ['WELCOME10'], withdrawn: [] })
  const { active } = await part.app.db
    .selectFrom('coupons')
    .select('active')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  expect(active).toBe(true)
  await part.app.db.deleteFrom('coupons').where('code', '=', code).execute()
})

it('withdraws removed records with orders, and changes no order', async () => {
  const { id } = (await courseRow(part))!
  const [run] = await runsOf(part, id)
  const welcome = await part.app.db
    .selectFrom('coupons')
    .select(['id', 'code'])
    .where('code', '=', 'WELCOME10')
    .executeTakeFirstOrThrow()
  await order(part.app.db, { courseId: id, scheduleId: run!.id, coupon: welcome })
  const orders = await part.app.db.selectFrom('orders').selectAll().execute()
  part.folder.change(COURSE, (course) => {
    course.runs = course.runs.filter(({ key }: { key: string }) => key !== run!.key)
  })
  part.folder.change('coupons.yaml', (coupons) => coupons.splice(0, 1))
  const withoutRun = await part.load()
  expect(changeOf(withoutRun, 'runs')?.withdrawn).toEqual([`contracts-drafting/${run!.key}`])
  expect(changeOf(withoutRun, 'coupons')).toMatchObject({ removed: [], withdrawn: ['WELCOME10'] })
  const withdrawn = (await runsOf(part, id)).find(({ key }) => key === run!.key)
  expect(withdrawn!.enrolment_closes_at < part.app.services.now()).toBe(true)
  expect(reportLines(await part.load())).toEqual(['Nothing changed.'])

  removeCourse(part.folder)
  const withoutCourse = await part.load()
  expect(changeOf(withoutCourse, 'courses')).toMatchObject({ removed: [], withdrawn: ['contracts-drafting'] })
  expect((await courseRow(part))?.published_at).toBeNull()
  expect(await part.app.db.selectFrom('orders').selectAll().execute()).toEqual(orders)
})
