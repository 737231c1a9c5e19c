/** The data export and the deletion of an account. */
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, newPerson, PASSWORD } from '../../../tests/support/accounts/accounts.ts'
import { type Person, pictureOf, sendPicture, signIn } from '../../../tests/support/accounts/own-account.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, learner, order, orderInParts, review, schedule } from '../../../tests/support/factories.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { post } from '../../../tests/support/writing.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { commitFile, createPendingFile, findFile, releaseFile } from '../files/files.server.ts'
import { storeRefundAccount } from '../orders/refund-account/refund-account.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** A stored file of the user. */
async function attach(ownerId: number): Promise<string> {
  const name = `files/${crypto.randomUUID()}/original`
  const file = { purpose: 'post', kind: 'file', type: 'application/pdf', size: 8, isPublic: false } as const
  const id = await createPendingFile(app.services, { ...file, ownerId, fileName: 'سيرة.pdf', names: [name] })
  await app.services.storage.put(name, Buffer.from('%PDF-1.7'))
  await commitFile(app.db, id, ownerId)
  return id
}

describe('a copy of the data', () => {
  async function archive(browser: Person['browser'], lang: 'ar' | 'en' = 'en') {
    const { status, data, headers } = await browser.call<Blob>('GET', 'Profile/export', { lang })
    const files = status === 200 ? unzipSync(new Uint8Array(await data.arrayBuffer())) : {}
    const text = (name: string) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(files[name])
    return { status, headers, names: Object.keys(files).sort(), text, files }
  }

  it('is a readable archive in the user’s language', async () => {
    const person = await newPerson(app)
    const { id } = (await person.browser.call('GET', 'Profile')).data
    const courseId = (await course(app.db, { name: { ar: 'المحاسبة', en: 'Accounting' } })).id
    const placed = await order(app.db, { courseId, userId: id })
    await review(app.db, { courseId, userId: id, comment: '=HYPERLINK("x"), "نافعة"' })
    await sendPicture(app, person, await pictureOf(50, 50).png().toBuffer())
    const account = { iban: 'SA0380000000608010167519', holder: 'سارة القحطاني' }
    await storeRefundAccount(app.db, app.services, placed.id, account)
    const advert = await post(app.db, { title: 'An advert' })
    const report = { kind: 'post', id: advert, reason: 'It sells something' }
    expect((await person.browser.call('POST', 'Reports', { body: report })).status).toBe(201)
    await attach(id)
    await releaseFile(app.db, await attach(id))

    const chosenAt = new Date('2026-03-04T05:06:07Z')
    await sql`insert into notification_settings (user_id, news, news_chosen_at, comments)
      values (${id}, 'none', ${chosenAt}, 'daily')`.execute(app.db)
    const key = { public_key: Buffer.from('k'), counter: 0, backed_up: false, created_at: chosenAt }
    await app.db
      .insertInto('passkeys')
      .values({ id: 'one', user_id: id, name: 'My phone', ...key })
      .execute()

    const message = { name: 'سارة', email: person.email, phone: '0551234567', subject: 1, message: 'متى تبدأ؟' }
    const enquiry = (await app.call<{ reference: string; token: string }>('POST', 'Contact', { body: message })).data
    const added = { body: { token: enquiry.token, body: 'وأين؟' } }
    expect((await app.call('POST', `Enquiries/${enquiry.reference}/messages`, added)).status).toBe(201)

    const confirmed = new Date('2026-05-06T07:08:09Z')
    const authenticator = { user_id: id, secret: Buffer.from('x'), created_at: confirmed, confirmed_at: confirmed }
    await app.db.insertInto('authenticators').values(authenticator).execute()

    const { status, headers, names, text, files } = await archive(person.browser)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.zip"$/)
    expect(names).toEqual([
      'README.txt',
      'account.csv',
      'attendance.csv',
      'certificates.csv',
      'comments.csv',
      'enquiries.csv',
      'enquiryMessages.csv',
      'files.csv',
      'files/1-سيرة.pdf',
      'follows.csv',
      'index.html',
      'lessons.csv',
      'mailChoices.csv',
      'messages.csv',
      'notes.csv',
      'notices.csv',
      'orders.csv',
      'picture.webp',
      'posts.csv',
      'profile.json',
      'refundAccounts.csv',
      'reports.csv',
      'reviews.csv',
      'saved.csv',
      'sessions.csv',
      'useful.csv',
      'waits.csv',
      'ways.csv',
    ])
    expect(text('README.txt')).toContain('A copy of what Maahad keeps about سارة القحطاني')
    expect(JSON.parse(text('profile.json'))).toMatchObject({
      ...{ id, email: person.email, phone: '+966501234567' },
      twoFactorSince: confirmed.toISOString(),
    })
    expect(text('orders.csv')).toMatch(/^\ufeffOrder number,Course,/)
    expect(text('orders.csv')).toContain(`${placed.reference},Course,Confirmed,"SAR 1,000"`)
    expect(text('refundAccounts.csv')).toContain(`${placed.reference},${account.iban},${account.holder},`)
    expect(text('files.csv')).toMatch(/\r\nسيرة.pdf,application\/pdf,1,.+\r\n$/)
    expect(text('files/1-سيرة.pdf')).toBe('%PDF-1.7')
    expect(text('mailChoices.csv')).toContain('News of the institute and its courses,No emails,4 March 2026 8:06 am')
    expect(text('ways.csv')).toContain('\r\nPasskey,My phone,')
    expect(text('sessions.csv')).toContain('\r\n"Unknown device\nnode",')
    expect(text('messages.csv')).toMatch(/\r\nEmail,.+@.+,Your Maahad activation code: ••••••,/)
    expect(text('enquiries.csv')).toMatch(new RegExp(`${enquiry.reference},Message,Received,"[^"]*متى تبدأ؟"`))
    expect(text('enquiryMessages.csv')).toContain(`${enquiry.reference},You,وأين؟,`)
    expect(text('reports.csv')).toContain('\r\nAn advert,It sells something,')
    // A spreadsheet treats it as text.
    expect(text('reviews.csv')).toContain(`,5,"'=HYPERLINK(""x""), ""نافعة""",`)
    expect(text('index.html')).toContain('=HYPERLINK(&quot;x&quot;)')
    expect(text('index.html')).toContain(placed.reference)
    expect((await sharp(files['picture.webp']).metadata()).width).toBe(512)
    const arabic = await archive(person.browser, 'ar')
    expect(arabic.text('README.txt')).toContain('نسخة من بيانات سارة القحطاني')
    expect(arabic.text('orders.csv')).toContain('رقم الطلب')
  })

  it('contains no secret and no data of other users', async () => {
    const other = await newPerson(app, browserOf(app), { firstName: 'Zzyzx' })
    const { browser, email } = await newPerson(app)
    const { password_hash } = await app.db
      .selectFrom('users')
      .select('password_hash')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const { names, text } = await archive(browser)
    const all = names.map(text).join('\n')
    for (const secret of [password_hash!, PASSWORD, other.email, 'Zzyzx']) expect(all).not.toContain(secret)
    for (const code of (await app.mails(email)).map(({ subject }) => /\d{6}/.exec(subject ?? '')?.[0]))
      if (code) expect(all).not.toContain(code)
  })

  it('is for its owner only, and limited to ten times an hour', async () => {
    expect((await archive(browserOf(app))).status).toBe(401)
    const { browser } = await newPerson(app)
    const statuses = []
    for (let time = 0; time < 11; time += 1) statuses.push((await archive(browser)).status)
    expect([statuses[9], statuses[10]]).toEqual([200, 429])
  })
})

describe('deleting the account', () => {
  const deleteAccount = (browser: Person['browser'], password?: string) =>
    browser.call('DELETE', 'Profile', { body: password === undefined ? {} : { password } })
  const rowOf = (id: number) => app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  /** The names of the tables with a row that contains the text. */
  async function tablesWith(text: string): Promise<string[]> {
    const { rows } = await sql<{
      name: string
    }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(app.db)
    const found: string[] = []
    for (const { name } of rows) {
      const remaining = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(name)} as held where held::text like ${`%${text}%`}`.execute(
        app.db,
      )
      if (remaining.rows[0]!.count > 0) found.push(name)
    }
    return found
  }

  it('erases the personal data from every table; orders stay, and texts without the name', async () => {
    const facts = { firstName: 'Wadha', lastName: 'Alqahtaniyya', email: 'wadha@example.com', phone: '0551239876' }
    const person = await newPerson(app, browserOf(app), facts)
    const { id } = (await person.browser.call('GET', 'Profile')).data
    const courseId = (await course(app.db)).id
    const runId = await schedule(app.db, courseId)
    const paid = await order(app.db, { courseId, userId: id })
    const open = await order(app.db, { courseId, scheduleId: runId, userId: id, status: 'pending' })
    for (const [orderId, answer] of [
      [paid.id, null],
      [open.id, 'Wadha, this receipt is of another order'],
    ] as const)
      await app.db
        .insertInto('transfers')
        .values({ order_id: orderId, receipt_at: new Date(), answer, declined_at: answer && new Date() })
        .execute()
    const inParts = await orderInParts(app.db, { courseId: (await course(app.db)).id, userId: id })
    await app.db
      .updateTable('order_parts')
      .set({ receipt_at: new Date(), receipt_answer: 'Wadha, this is not a receipt' })
      .where('order_id', '=', inParts.id)
      .where('part', '=', 2)
      .execute()
    const reviewId = await review(app.db, {
      courseId,
      userId: id,
      userName: 'Wadha Alqahtaniyya',
      comment: 'Kept words',
    })
    await app.db
      .insertInto('notify_requests')
      .values({ course_id: courseId, email: person.email, lang: 'ar', created_at: new Date() })
      .execute()
    await signIn(app, person.email, 'Wrong-7-words')
    await browserOf(app).call('POST', 'Auth/register', { body: { ...person.form, firstName: 'Wadha' } })
    const { profilePicture } = (await sendPicture(app, person, await pictureOf(50, 50).png().toBuffer())).data
    const attached = await attach(id)
    const stored = (await findFile(app.db, attached))!.names[0]!
    expect(await app.services.storage.sizeOf(stored)).toBe(8)
    const traces = ['wadha@example.com', '+966551239876', 'Wadha', 'Alqahtaniyya']
    expect((await tablesWith(traces[0]!)).length).toBeGreaterThan(3)

    expect((await deleteAccount(person.browser, PASSWORD)).status).toBe(200)
    for (const trace of traces)
      expect([trace, await tablesWith(trace)]).toEqual([trace, trace === traces[0] ? ['messages'] : []])
    const mails = await app.mails(person.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your Maahad account is deleted'])
    app.advance(26 * HOUR_MS)
    await app.tasks.forgetOld!({})
    expect(await tablesWith(traces[0]!)).toEqual([])

    expect(await rowOf(id)).toMatchObject({ status: 'erased', password_hash: null, profile_picture: null })
    const orders = await app.db.selectFrom('orders').select(['id', 'status']).where('user_id', '=', id).execute()
    expect(new Map(orders.map((one) => [one.id, one.status]))).toEqual(
      new Map([
        [paid.id, 'paid'],
        [open.id, 'cancelled'],
        [inParts.id, 'paid'],
      ]),
    )
    const transfers = await app.db.selectFrom('transfers').select(['order_id', 'answer']).execute()
    expect(new Map(transfers.map((one) => [one.order_id, one.answer]))).toEqual(
      new Map([
        [paid.id, null],
        [open.id, ''],
      ]),
    )
    const stays = await app.db.selectFrom('reviews').selectAll().where('id', '=', reviewId).executeTakeFirstOrThrow()
    expect(stays).toMatchObject({
      user_id: null,
      user_name: { ar: 'عضو سابق', en: 'Former member' },
      user_picture: null,
    })
    expect(JSON.stringify(stays.comment)).toContain('Kept words')
    expect((await fetch(app.address + profilePicture)).status).toBe(404)
    // A job of the erasure deletes them.
    await expect
      .poll(() => app.db.selectFrom('stored_files').selectAll().where('id', '=', attached).execute())
      .toEqual([])
    expect(await app.services.storage.sizeOf(stored)).toBeUndefined()
  })

  it('ends every session immediately, and the address can create a new account', async () => {
    const person = await newPerson(app)
    const elsewhere = (await signIn(app, person.email, PASSWORD)).browser
    expect((await deleteAccount(person.browser, PASSWORD)).status).toBe(200)
    expect([...person.browser.cookies.keys()]).not.toContain('access')
    expect((await elsewhere.call('GET', 'auth/user-info')).status).toBe(401)
    expect((await app.call('GET', 'auth/user-info', { token: person.tokens.accessToken })).status).toBe(401)
    expect((await elsewhere.call('POST', 'Auth/refresh-token', { body: {} })).status).toBe(401)
    expect((await signIn(app, person.email, PASSWORD)).status).toBe(401)
    const again = await newPerson(app, browserOf(app), { email: person.email })
    expect((await again.browser.call('GET', 'Profile')).data.email).toBe(person.email)
  })

  it('needs the password, or a recent re-authentication where there is none', async () => {
    const { browser } = await newPerson(app)
    for (const password of [undefined, '', 'Wrong-7-words']) {
      const { status, error } = await deleteAccount(browser, password)
      expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['password']])
    }
    expect((await browser.call('GET', 'auth/user-info')).status).toBe(200)
    const user = await learner(app.db)
    const token = await tokenOf(app, user)
    app.advance(11 * MINUTE_MS)
    expect((await app.call('DELETE', 'Profile', { token, body: {} })).error.code).toBe('proofNeeded')
    expect((await app.call('DELETE', 'Profile', { token: await tokenOf(app, user), body: {} })).status).toBe(200)
    expect((await rowOf(user.id)).status).toBe('erased')
  })

  it('is refused to the only owner', async () => {
    const first = await learner(app.db, { roles: ['Owner'] })
    const alone = await app.call('DELETE', 'Profile', { token: await tokenOf(app, first), body: {} })
    expect([alone.status, alone.error.code]).toEqual([409, 'lastOwner'])
    const second = await learner(app.db, { roles: ['Owner'] })
    const answers = await Promise.all(
      [first, second].map(async (owner) =>
        app.call('DELETE', 'Profile', { token: await tokenOf(app, owner), body: {} }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
