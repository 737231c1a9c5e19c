/** Prices and VAT of courses as content files state them. */
import { expect, it } from 'vitest'
import { COURSE, courseRow, loadedPart } from '../../../tests/support/content/loaded-part.ts'

const part = loadedPart()

it('keeps prices to the halala', async () => {
  part.folder.change(COURSE, (course) => {
    course.price = 1149.95
    course.oldPrice = 1290.1
  })
  await part.load()
  expect(await courseRow(part)).toMatchObject({ price_halalas: 114_995, old_price_halalas: 129_010 })
})

it('uses the institute’s VAT treatment for a course without its own', async () => {
  expect((await courseRow(part))?.vat_treatment).toBe('standard')
  part.folder.change('institute.yaml', (institute) => {
    institute.vatDefault = 'exempt'
    institute.vatReasons = { exempt: { ar: 'تعليم', en: 'Education' } }
  })
  await part.load()
  expect((await courseRow(part))?.vat_treatment).toBe('exempt')
})

it('loads an institute that is not registered for VAT, whose prices mention none', async () => {
  part.folder.change('institute.yaml', (institute) => {
    institute.vatRegistered = false
    delete institute.vatNumber
    delete institute.vatRatePercent
  })
  await part.load()
  const info = await part.app.call('GET', 'Pages/institute')
  expect([info.status, info.data.vatNumber]).toEqual([200, null])
  const slug = encodeURIComponent((await courseRow(part))!.slug)
  expect((await part.app.call('GET', `Courses/course-by-slug?slug=${slug}`)).data.includesVat).toBe(false)
})

it('keeps why a course is sold without VAT, and who else is', async () => {
  part.folder.change(
    'institute.yaml',
    (institute) => (institute.vatReasons = { exempt: { ar: 'تمويل', en: 'Finance' } }),
  )
  part.folder.change(COURSE, (course) => Object.assign(course, { vat: 'exempt', vatReasonCode: 'VATEX-SA-29' }))
  await part.load()
  expect(await courseRow(part)).toMatchObject({ vat_treatment: 'exempt', vat_reason_code: 'VATEX-SA-29' })
  part.folder.change(COURSE, (course) => {
    delete course.vat
    delete course.vatReasonCode
    course.zeroRatedForCitizens = true
  })
  await part.load()
  expect(await courseRow(part)).toMatchObject({ vat_reason_code: null, zero_rated_for_citizens: true })
})
