/** A long list as a file, over HTTP: Arabic in both formats, formulas as text, written down, quick and in little memory. */
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderExport as ar } from '../app/locales/ar/desk/exports/order-export.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { course, learner } from './support/factories.ts'
import { IS_LONG, longIt } from './support/long.ts'
import { type Member, signedInMember, tokenOf } from './support/signed-in.ts'

const ROWS = IS_LONG ? 50_000 : 3000
const LEARNERS = 20
const FORMULA = '=cmd|"/c calc"!A1'
const MAX_SECONDS = 10
const MAX_MORE_MEGABYTES = 150

let app: TestApp
let owner: Member
beforeAll(async () => {
  app = await startTestApp()
  owner = await signedInMember(app, ['Owner'])
  const { id: courseId } = await course(app.db)
  const ids: number[] = []
  for (let n = 0; n < LEARNERS; n++) ids.push((await learner(app.db, { firstName: n === 0 ? FORMULA : 'نورة' })).id)
  await sql`insert into orders (id, reference, user_id, course_id, status, lang, course_name, price_halalas, discount_halalas,
      total_halalas, net_halalas, vat_halalas, vat_treatment, vat_rate_percent, created_at, expires_at, ended_at, ended_because)
    select gen_random_uuid(), 'LONG-' || lpad(n::text, 6, '0'), (${sql.val(ids)}::int[])[1 + n % ${LEARNERS}::int], ${courseId},
      'cancelled', 'ar', '{"ar": "إدارة المشاريع الاحترافية", "en": "Project management"}', 115000, 0, 115000, 100000, 15000,
      'standard', 15, now() - n * interval '1 second', now(), now(), 'cancelled'
    from generate_series(0, ${ROWS - 1}::int) n`.execute(app.db)
  // As the database itself does soon after so many rows.
  await sql`analyze orders`.execute(app.db)
})
afterAll(() => app.stop())

async function exported(format: 'csv' | 'xlsx'): Promise<Response> {
  const headers = { Authorization: `Bearer ${await tokenOf(app, owner.user)}`, 'Accept-Language': 'ar' }
  const answer = await fetch(`${app.address}/api/admin/orders/export?format=${format}`, { headers })
  expect(answer.status).toBe(200)
  return answer
}

async function expectWrittenDown(format: string) {
  const audit = app.db.selectFrom('audit_log').select(['action', 'user_id', 'detail']).orderBy('id', 'desc')
  expect(await audit.executeTakeFirstOrThrow()).toEqual({
    ...{ action: 'order.export', user_id: owner.user.id },
    detail: { rows: ROWS, format, filter: {} },
  })
}

it(`${ROWS} rows as CSV begin with the mark of their encoding, and a formula stays text`, async () => {
  const bytes = new Uint8Array(await (await exported('csv')).arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = new TextDecoder().decode(bytes).trimEnd().split('\r\n')
  expect(lines[0]!.split(',').slice(0, 3)).toEqual([ar.columns.reference, ar.columns.placed, ar.columns.learner])
  expect(lines).toHaveLength(ROWS + 1)
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(ROWS + 1)
  expect(lines[1]).toContain(`"'${FORMULA.replaceAll('"', '""')}`)
  expect(lines[2]).toContain('نورة')
  await expectWrittenDown('csv')
})

it(`${ROWS} rows as a workbook open right to left, and a formula stays text`, async () => {
  const files = unzipSync(new Uint8Array(await (await exported('xlsx')).arrayBuffer()))
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!)
  expect(sheet).toContain('rightToLeft="1"')
  expect(sheet.match(/<row>/g)).toHaveLength(ROWS + 1)
  expect(sheet).not.toContain('<f>')
  expect(sheet.match(/<t xml:space="preserve">=cmd/g)).toHaveLength(ROWS / LEARNERS)
  await expectWrittenDown('xlsx')
})

longIt.each(['csv', 'xlsx'] as const)('is sent as %s in time, and is never in the memory whole', async (format) => {
  const measured: { seconds: number; megabytes: number }[] = []
  // The first one loads what later ones use. Of the others the best counts: the machine does other things, too.
  for (let n = 0; n < 4; n++) {
    const before = process.memoryUsage().rss
    let peak = before
    const started = performance.now()
    const answer = await exported(format)
    for await (const _ of answer.body!) peak = Math.max(peak, process.memoryUsage().rss)
    if (n > 0) measured.push({ seconds: (performance.now() - started) / 1000, megabytes: (peak - before) / 2 ** 20 })
  }
  const seconds = Math.min(...measured.map((one) => one.seconds))
  const megabytes = Math.max(...measured.map((one) => one.megabytes))
  console.info(`${ROWS} rows as ${format}: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB more`)
  expect(seconds).toBeLessThan(MAX_SECONDS)
  expect(megabytes).toBeLessThan(MAX_MORE_MEGABYTES)
})
