/** Applications of trainers: the rules across fields, what a CV may be, who gets to see what. */

import { existsSync, globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contextAs } from '../../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { office, ole, pdf, zipSaying } from '../../../../tests/support/attacks/upload-corpus.ts'
import { learner } from '../../../../tests/support/factories.ts'
import { tokenOf } from '../../../../tests/support/signed-in.ts'
import { fieldText } from '../../../api/messages.server.ts'
import { MEGABYTE } from '../../../platform/byte-sizes.ts'
import { DAY_MS, MINUTE_MS, WEEK_MS } from '../../../platform/durations.ts'
import { sweepFiles } from '../../files/files.server.ts'
import { newFormToken } from '../form-token.server.ts'
import { isIdentityNumber } from './identity-number.ts'
import { senseOf } from './trainer-rules.ts'

const OFFICE = 'office@institute.example'
const IDENTITY = '1000000008'
const APPLICATION = {
  name: 'هند العتيبي',
  email: 'hind@trainer.example',
  phone: '٠٥٥ ١٢٣ ٤٥٦٧',
  birthdate: '١٩٨٥-٠٣-٠٩',
  gender: '٢',
  identityNumber: '١٠٠٠٠٠٠٠٠٨',
  country: 'SA',
  address: 'الرياض، العليا',
  qualification: 'ماجستير محاسبة',
  graduationYear: '٢٠١٠',
  jobTitle: 'مديرة مالية',
  yearsOfExperience: '١٢',
  currentJob: 'مديرة مالية في شركة',
  specialty: 'المعايير الدولية',
  academicRank: '',
  experienceDescription: 'درّبت فرقًا مالية.\nوأعددت حقائب.',
  researches: [{ title: 'أثر التحول', publishDate: '٢٠١٩/٥' }],
  courses: [{ title: 'CMA', organization: 'IMA' }],
  organization: '',
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { MAIL_FROM: `Institute <${OFFICE}>` } })
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
})

const stamp = () => {
  const ctx = contextAs(app, null)
  return newFormToken({ ...ctx, now: () => new Date(ctx.now().getTime() - MINUTE_MS) }, 'trainer')
}
async function sendCv(bytes: Uint8Array, name = 'cv.pdf', seal = stamp(), lang = 'ar') {
  const response = await fetch(`${app.address}/api/TrainerApplications/cv?stamp=${encodeURIComponent(seal)}`, {
    method: 'POST',
    body: Uint8Array.from(bytes),
    headers: {
      'X-File-Name': encodeURIComponent(name),
      'Content-Type': 'application/octet-stream',
      'Accept-Language': lang,
    },
  })
  const { data, error } = (await response.json()) as {
    data: { id: string; name: string; size: number }
    error?: { code: string; fields?: { cv?: string[] } }
  }
  return { status: response.status, data, code: error?.code, reason: error?.fields?.cv?.[0] }
}
const apply = (more: object = {}) =>
  app.call('POST', 'TrainerApplications', { body: { ...APPLICATION, ...more }, lang: 'ar' })
const wrong = async (more: object) => Object.keys((await apply(more)).error?.fields ?? {}).sort()
const stored = () => globSync('files/**/*.*', { cwd: join(app.services.settings.dataDir, 'storage') })
const incoming = () => {
  const folder = join(app.services.settings.dataDir, 'incoming')
  return existsSync(folder) ? readdirSync(folder) : []
}

describe('an identity number', () => {
  it('has ten digits, begins with 1 or 2 and ends in its check digit', () => {
    for (const right of ['1000000008', '2000000006', '1055555559'])
      expect([right, isIdentityNumber(right)]).toEqual([right, true])
    for (const no of ['1000000000', '3000000004', '100000008', '10000000080', 'abcdefghij', '', '1000000009'])
      expect([no, isIdentityNumber(no)]).toEqual([no, false])
    // Exactly one check digit is right for any nine digits before it.
    for (const start of ['123456789', '298765432'])
      expect([...'0123456789'].filter((digit) => isIdentityNumber(start + digit))).toHaveLength(1)
  })
})

describe('the rules across fields', () => {
  const rules = { today: '2026-11-20', nationalsOnly: false }
  const errorsOf = (facts: Parameters<typeof senseOf>[0], more = {}) =>
    Object.keys(senseOf(facts, { ...rules, ...more }))
  it('check age, graduation, experience and publications', () => {
    expect(errorsOf({ birthdate: '2008-11-20' })).toEqual([])
    expect(errorsOf({ birthdate: '2008-11-21' })).toEqual(['birthdate'])
    expect(errorsOf({ birthdate: '1945-11-21' })).toEqual([])
    expect(errorsOf({ birthdate: '1945-11-20' })).toEqual(['birthdate'])
    expect(errorsOf({ birthdate: '2030-01-01' })).toEqual(['birthdate'])
    expect(errorsOf({ birthdate: '1990-06-01', graduationYear: 2006 })).toEqual([])
    expect(errorsOf({ birthdate: '1990-06-01', graduationYear: 2005 })).toEqual(['graduationYear'])
    expect(errorsOf({ graduationYear: 2027 })).toEqual(['graduationYear'])
    expect(errorsOf({ birthdate: '1990-06-01', yearsOfExperience: 20 })).toEqual([])
    expect(errorsOf({ birthdate: '1990-06-01', yearsOfExperience: 21 })).toEqual(['yearsOfExperience'])
    const publishDates = ['2026', '2026-11', '2026-11-20', '2026-11-21', '2026-12', '2027', undefined, '2005']
    expect(errorsOf({ birthdate: '1990-06-01', publishDates })).toEqual(
      [3, 4, 5, 7].map((place) => `researches.${place}.publishDate`),
    )
  })
  it('require an identity number of residents, and of nationals where that is set', () => {
    expect(errorsOf({ country: 'SA' })).toEqual(['identityNumber'])
    expect(errorsOf({ country: 'EG' })).toEqual([])
    expect(errorsOf({ identityNumber: '2000000006' })).toEqual([])
    expect(errorsOf({ identityNumber: '2000000006' }, { nationalsOnly: true })).toEqual(['identityNumber'])
    expect(errorsOf({ identityNumber: '1000000008' }, { nationalsOnly: true })).toEqual([])
  })
})

describe('an application', () => {
  it('is saved with its CV, mailed to the institute, and confirmed without repeating its content', async () => {
    const { data: cv } = await sendCv(pdf(), 'سيرة هند.pdf')
    const { status, data } = await apply({ cvId: cv.id, researches: JSON.stringify(APPLICATION.researches) })
    expect(status).toBe(201)
    const lead = await app.db
      .selectFrom('leads')
      .selectAll()
      .where('reference', '=', data.reference)
      .executeTakeFirstOrThrow()
    expect(lead).toMatchObject({ kind: 'trainer', phone: '+966551234567', cv_file: cv.id })
    // The sender sees that it arrived.
    const { facts } = (await app.call('GET', `Enquiries/${data.reference}?token=${data.token}`)).data
    expect(facts).toContainEqual({ name: 'cv', label: 'CV', value: 'سيرة هند.pdf' })
    expect(lead.fields).toMatchObject({
      birthdate: '1985-03-09',
      gender: 'female',
      identityNumber: IDENTITY,
      graduationYear: 2010,
      yearsOfExperience: 12,
      researches: [{ title: 'أثر التحول', publishDate: '2019-05' }],
      courses: [{ title: 'CMA', organization: 'IMA' }],
    })
    const [confirmation] = await app.mails(APPLICATION.email)
    expect(confirmation?.text + String(confirmation?.html)).not.toContain(IDENTITY)
    expect(confirmation?.text).not.toContain('/files/')
    const [officeMail] = await app.mails(OFFICE)
    expect(officeMail?.text).toContain(IDENTITY)
    expect(officeMail?.text).toContain('أثر التحول')
    expect(officeMail?.text).toContain('السعودية')
    const link = /https?:\/\/\S+\/files\/\S+/.exec(officeMail!.text!)![0]
    const path = link.replace(/^https?:\/\/[^/]+/, app.address)
    const file = await fetch(path)
    expect(file.status).toBe(200)
    expect(file.headers.get('content-disposition')).toContain('attachment')
    expect(await file.text()).toBe(pdf().toString())
    expect((await fetch(path.replace(/\?.*/, ''))).status).toBe(404)
    app.advance(WEEK_MS + 60_000)
    expect((await fetch(path)).status).not.toBe(200)
    const token = await tokenOf(app, await learner(app.db, { roles: ['Admin'] }))
    const { data: seen } = await app.call('GET', `admin/leads/${data.reference}`, { token })
    expect(seen.cv).toMatchObject({ name: 'سيرة هند.pdf', size: pdf().length })
    // Staff open it by their right, and each opening is written down.
    const opened = (who: string) =>
      fetch(`${app.address}/api/admin/leads/${data.reference}/cv`, { headers: { Authorization: `Bearer ${who}` } })
    expect(await (await opened(token)).text()).toBe(pdf().toString())
    expect((await opened(await tokenOf(app, await learner(app.db, { roles: ['Content'] })))).status).toBe(404)
    const openings = app.db.selectFrom('audit_log').select('subject').where('action', '=', 'lead.open-cv')
    expect(await openings.execute()).toEqual([{ subject: data.reference }])
    // Nobody else can take the same CV.
    expect((await apply({ cvId: cv.id, email: 'thief@trainer.example' })).error.fields).toHaveProperty('cv')
    expect((await app.call('GET', `TrainerApplications/cv?id=${cv.id}`)).status).toBe(404)
    // When its time has come, the CV goes with it.
    app.advance(366 * DAY_MS)
    await app.tasks.forgetOld!({})
    await sweepFiles(app.services)
    expect(stored()).toEqual([])
    const gone = await app.db.selectFrom('leads').selectAll().where('id', '=', lead.id).executeTakeFirstOrThrow()
    expect(gone).toMatchObject({ name: null, fields: {}, cv_file: null })
  })

  it('can be sent as one form with its CV; a repeated submission creates neither a second one nor a second file', async () => {
    const form = () => {
      const sent = new FormData()
      const { researches, courses: _, ...texts } = { ...APPLICATION, email: 'form@trainer.example', consent: 'on' }
      for (const [name, value] of Object.entries(texts)) sent.append(name, value)
      sent.append('stamp', seal)
      sent.append('researches[0][title]', researches[0]!.title)
      sent.append('researches[0][publishDate]', '2019')
      sent.append('researches[2][title]', ' ')
      sent.append('courses[1][title]', 'PMP')
      sent.append('courses[1][organization]', 'PMI')
      sent.append('cv', new File([Uint8Array.from(office('docx'))], '../../etc/\u202egnp.docx'))
      return sent
    }
    const seal = stamp()
    const send = async () => {
      const response = await fetch(`${app.address}/api/TrainerApplications`, { method: 'POST', body: form() })
      return (await response.json()) as { data: { reference: string } }
    }
    const [one, other] = await Promise.all([send(), send()])
    expect(one.data.reference).toMatch(/^Q-/)
    expect(other.data.reference).toBe(one.data.reference)
    const { fields } = await app.db
      .selectFrom('leads')
      .select('fields')
      .where('reference', '=', one.data.reference)
      .executeTakeFirstOrThrow()
    expect(fields).toMatchObject({
      researches: [{ title: 'أثر التحول', publishDate: '2019' }],
      courses: [{ title: 'PMP', organization: 'PMI' }],
    })
    await sweepFiles(app.services)
    const files = await app.db.selectFrom('stored_files').selectAll().where('purpose', '=', 'cv').execute()
    expect(files.map(({ file_name, state, is_public, owner_id }) => [file_name, state, is_public, owner_id])).toEqual([
      ['gnp.docx', 'kept', false, null],
    ])
    expect(stored()).toHaveLength(1)
    expect(incoming()).toEqual([])
  })

  it('reports all invalid fields together, in both languages', async () => {
    const form = {
      name: 'R2',
      email: 'x@',
      phone: '12',
      birthdate: '٢٠٢٠-٠١-٠١',
      gender: '3',
      identityNumber: '1000000000',
      country: 'XX',
      graduationYear: '٣٠',
      yearsOfExperience: '99',
      researches: [{}, { title: 'ب', publishDate: '٢٠٩٩' }, { title: '', publishDate: 'أمس' }],
      courses: Array.from({ length: 31 }, () => ({ title: 'ت', organization: 'ج' })),
    }
    for (const lang of ['ar', 'en'] as const) {
      const { data } = await app.call('POST', 'TrainerApplications/check', { body: { form }, lang })
      expect(Object.keys(data.fields).sort()).toEqual(
        (
          'address birthdate consent country courses currentJob cv email experienceDescription gender graduationYear ' +
          'identityNumber jobTitle name phone qualification researches.1.publishDate researches.2.publishDate ' +
          'researches.2.title specialty yearsOfExperience'
        ).split(' '),
      )
      const script = lang === 'ar' ? /[\u0600-\u06ff]/ : /^[^\u0600-\u06ff]+$/
      for (const texts of Object.values(data.fields)) expect((texts as string[]).join()).toMatch(script)
      expect(data.fields.identityNumber).toEqual([fieldText('identityCheckDigit', lang)])
      expect(data.fields['researches.1.publishDate']).toEqual([fieldText('dateInFuture', lang)])
    }
    expect(await wrong({})).toEqual(['cv'])
    expect(await wrong({ researches: 'not json', cvId: 'x' })).toEqual(['cvId', 'researches'])
    const { data: cv } = await sendCv(pdf())
    expect(await wrong({ birthdate: '2015-01-01', cvId: cv.id })).toEqual(
      'birthdate graduationYear researches.0.publishDate yearsOfExperience'.split(' '),
    )
    expect((await apply({ cvId: cv.id, website: 'https://spam.example' })).error.code).toBe('formOfRobot')
    // Refused, the CV still waits.
    expect((await app.call('GET', `TrainerApplications/cv?id=${cv.id}`)).data).toMatchObject({ name: 'cv.pdf' })
    const { data: countries } = await app.call('GET', 'TrainerApplications/countries', { lang: 'ar' })
    expect(countries[0].code).toBe('SA')
    expect(countries.length).toBeGreaterThan(200)
  })
})

describe('a CV', () => {
  const pages = (count: number) =>
    Array.from({ length: count }, (_, page) => `${page} 0 obj<</Type/Page/Parent 2 0 R>>endobj`).join('\n')
  const sized = (bytes: number) => Buffer.concat([pdf(), Buffer.alloc(bytes - 2 * pdf().length, ' '), pdf()])

  it('is a PDF or DOCX by its content, of 10 MB at most, unlocked and without macros', async () => {
    const locked = pdf('trailer <</Root 1 0 R /Encrypt 9 0 R>>')
    const macros = office('docx', { 'word/vbaProject.bin': Buffer.from('x') })
    const refused: [Uint8Array, string, string][] = [
      [Buffer.from('<html>'), 'cv.pdf', 'cvNotPdf'],
      [Buffer.from('plain words'), 'cv.txt', 'cvKind'],
      [Buffer.alloc(0), 'cv.pdf', 'fileEmpty'],
      [sized(10 * MEGABYTE + 1), 'cv.pdf', 'fileTooLarge:10'],
      [locked, 'cv.pdf', 'fileLocked'],
      [pdf('trailer <</Encrypt<</Filter/Standard>>>>'), 'cv.pdf', 'fileLocked'],
      [ole(), 'cv.docx', 'fileLocked'],
      [zipSaying(office('docx'), 8, 1), 'cv.docx', 'fileLocked'],
      [macros, 'cv.docx', 'fileMacros'],
      [office('xlsx'), 'cv.xlsx', 'cvKind'],
      [office('docx'), 'cv.pdf', 'fileNotItsName'],
      [Buffer.from('%PDF-1.7 cut off'), 'cv.pdf', 'fileBroken'],
    ]
    for (const [bytes, name, reason] of refused) {
      await app.db.deleteFrom('rate_limits').execute()
      for (const lang of ['ar', 'en'] as const) {
        const answer = await sendCv(bytes, name, stamp(), lang)
        expect([name, reason, answer.reason]).toEqual([name, reason, fieldText(reason, lang)])
        expect(answer.status).toBeGreaterThanOrEqual(400)
      }
    }
    const before = process.memoryUsage().rss
    const taken: [Uint8Array, string, string][] = [
      [sized(10 * MEGABYTE), 'exact.pdf', 'exact.pdf'],
      [pdf(pages(10_000)), 'long.pdf', 'long.pdf'],
      [office('docx'), 'C:\\fake\\..\\hind.docx', 'hind.docx'],
      [pdf('He wrote /Encrypt in a text.'), '../../x\u202efdp.exe.pdf', 'xfdp.exe.pdf'],
    ]
    for (const [bytes, name, kept] of taken) {
      const { status, data } = await sendCv(bytes, name)
      expect([name, status, data?.size]).toEqual([name, 201, bytes.length])
      expect(data.name).toMatch(/\.(pdf|docx)$/)
      expect(data.name).not.toMatch(/[/\\\u202e]/)
      expect([kept, data.name]).toContain(data.name)
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MEGABYTE)
    expect(incoming()).toEqual([])
    // What no application took is cleared away after a day.
    app.advance(DAY_MS + 60_000)
    await sweepFiles(app.services)
    expect(await app.db.selectFrom('stored_files').select('id').where('state', '=', 'coming').execute()).toEqual([])
  })

  it('is accepted from our own form only, and limited per network', async () => {
    expect((await sendCv(pdf(), 'cv.pdf', 'made.up.seal')).code).toBe('formNotFromPage')
    const answers = []
    for (let n = 0; n < 32; n++) answers.push((await sendCv(pdf())).status)
    expect(answers.filter((status) => status === 201)).toHaveLength(30)
    expect(answers.at(-1)).toBe(429)
  })
})
