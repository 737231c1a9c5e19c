/** A person's own account, at its calls. */

import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, newPerson, PASSWORD } from '../../../tests/support/accounts/accounts.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, learner, order, review, schedule, trainer } from '../../../tests/support/factories.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { commitFile, createPendingFile, findFile, releaseFile } from '../files/files.server.ts'

const OTHER = 'Oasis-9-palms'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

type Person = Awaited<ReturnType<typeof newPerson>>
const signIn = async (email: string, password: string, browser = browserOf(app)) => ({
  browser,
  ...(await browser.call('POST', 'auth/login', { body: { email, password } })),
})
const pictureOf = (width: number, height: number, colour = '#a33') =>
  sharp({ create: { width, height, channels: 3, background: colour } })

/** Sends a file as a form does. */
async function sendPicture({ browser }: Pick<Person, 'browser'>, bytes: Uint8Array | string, name = 'me.jpg') {
  const form = new FormData()
  form.append('file', new File([bytes as string], name))
  const response = await fetch(`${app.address}/api/Profile/picture`, {
    method: 'PUT',
    headers: {
      Cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
      'Sec-Fetch-Site': 'same-origin',
      'Accept-Language': 'en',
    },
    body: form,
  })
  const { data, error } = (await response.json()) as {
    data: { profilePicture: string }
    error: { code: string; fields: Record<string, string[]> }
  }
  return { status: response.status, data, error }
}

describe('the profile', () => {
  it('says who one is, what guards the account and where it is signed in', async () => {
    const person = await newPerson(app)
    await signIn(person.email, PASSWORD)
    const { data } = await person.browser.call('GET', 'Profile')
    expect(data).toMatchObject({
      email: person.email,
      userName: 'سارة القحطاني',
      phone: '+966501234567',
      profilePicture: null,
      phoneVerified: false,
      twoFactorEnabled: false,
      backupCodesLeft: 0,
      hasPassword: true,
      passkeys: 0,
      connections: 0,
    })
    expect(data.sessions.map((one: { isCurrent: boolean }) => one.isCurrent).sort()).toEqual([false, true])
  })

  it('takes other names, which stand everywhere at once; the address stays', async () => {
    const { browser, email } = await newPerson(app)
    const courseId = (await course(app.db)).id
    const { data: before } = await browser.call('GET', 'Profile')
    await review(app.db, { courseId, userId: before.id })
    const { status, data } = await browser.call('PUT', 'Profile', {
      body: { firstName: ' Noura ', lastName: 'Al-Otaibi', userName: 'نورة ع.', email: 'other@example.com' },
    })
    expect([status, data.firstName, data.lastName, data.userName, data.email]).toEqual([
      200,
      'Noura',
      'Al-Otaibi',
      'نورة ع.',
      email,
    ])
    expect((await browser.call('GET', 'auth/user-info')).data.userData).toEqual(data)
    const shown = await app.db.selectFrom('reviews').select('user_name').where('user_id', '=', before.id).execute()
    expect(shown).toEqual([{ user_name: { ar: 'نورة ع.' } }])
  })

  it('shows the first and last name where no other is wanted, and needs only the first', async () => {
    const { browser } = await newPerson(app)
    const both = await browser.call('PUT', 'Profile', {
      body: { firstName: 'Noura', lastName: 'Salem', userName: ' ' },
    })
    expect(both.data.userName).toBe('Noura Salem')
    const one = await browser.call('PUT', 'Profile', { body: { firstName: 'Noura', lastName: ' ' } })
    expect([one.data.userName, one.data.lastName]).toEqual(['Noura', ''])
    const none = await browser.call('PUT', 'Profile', { body: { firstName: '', lastName: 'Salem' } })
    expect([none.status, none.error.fields]).toEqual([400, { firstName: ['This field is required.'] }])
  })

  it.each([
    ['a trainer', 'د. خالد الحربي', 'د. خَالد الحربى'],
    ['the staff', 'Registration Office', 'registration  office'],
  ])('lets nobody take the name of %s', async (who, name, typed) => {
    if (who === 'a trainer') await trainer(app.db, { name: { ar: name, en: 'Dr Khalid' } })
    else await learner(app.db, { firstName: 'Registration', lastName: 'Office', roles: ['Admin'] })
    const { browser } = await newPerson(app)
    const taken = typed.replace(/ {2}/g, ' ')
    const { status, error } = await browser.call('PUT', 'Profile', { body: { firstName: 'Sara', userName: taken } })
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['userName']])
  })

  it.each(['<b>x</b>', 'a\u202Eb', 'www.example.com/x', '@admin', 'x'.repeat(61)])(
    'refuses %s as a name',
    async (userName) => {
      const { browser } = await newPerson(app)
      const { status, error } = await browser.call('PUT', 'Profile', { body: { firstName: 'Sara', userName } })
      expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['userName']])
    },
  )
})

describe('the picture', () => {
  const squareOf = async (address: string) =>
    sharp(Buffer.from(await (await fetch(app.address + address)).arrayBuffer()))

  it('is kept as squares of its middle, turned upright, without what the camera wrote into it', async () => {
    const person = await newPerson(app)
    const middle = await pictureOf(400, 400, '#00ff00').png().toBuffer()
    const taken = await pictureOf(1200, 400, '#ff0000')
      .composite([{ input: middle, left: 400, top: 0 }])
      .jpeg()
      .withExif({ IFD0: { Artist: 'Secret-Place-24.7N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { status, data } = await sendPicture(person, taken)
    expect(status).toBe(200)
    for (const [address, side] of [
      [data.profilePicture, 512],
      [data.profilePicture.replace('512', '128'), 128],
    ] as const) {
      const picture = await squareOf(address)
      const { format, width, height, exif, icc, orientation } = await picture.metadata()
      expect([format, width, height, exif, icc, orientation]).toEqual([
        'webp',
        side,
        side,
        undefined,
        undefined,
        undefined,
      ])
      const { dominant } = await picture.stats()
      expect(dominant.g).toBeGreaterThan(200)
      expect(dominant.r).toBeLessThan(60)
    }
    expect((await person.browser.call('GET', 'Profile')).data.profilePicture).toBe(data.profilePicture)
  })

  it('is gone, file and all, when another takes its place or it is removed', async () => {
    const person = await newPerson(app)
    const first = (await sendPicture(person, await pictureOf(50, 50).png().toBuffer())).data.profilePicture
    const second = (await sendPicture(person, await pictureOf(50, 50).webp().toBuffer())).data.profilePicture
    const statusOf = async (address: string) => (await fetch(app.address + address)).status
    expect([await statusOf(first), await statusOf(first.replace('512', '128')), await statusOf(second)]).toEqual([
      404, 404, 200,
    ])
    expect((await person.browser.call('DELETE', 'Profile/picture')).status).toBe(200)
    expect(await statusOf(second)).toBe(404)
    expect((await person.browser.call('GET', 'Profile')).data.profilePicture).toBeNull()
    expect((await person.browser.call('DELETE', 'Profile/picture')).status).toBe(200)
  })

  it.each([
    [
      'a drawing',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
      'pictureType',
    ],
    ['a page named as a picture', '<!doctype html><script>alert(1)</script>', 'pictureType'],
    ['a HEIF picture', Buffer.from('000000186674797068656963000000006d69663168656963', 'hex'), 'pictureType'],
    ['half a picture', Buffer.from('ffd8ffe000104a46494600010100', 'hex'), 'pictureBroken'],
  ])('is never made of %s', async (_, bytes, why) => {
    const { status, error } = await sendPicture(await newPerson(app), bytes)
    const text = { pictureType: /JPEG, PNG, WebP or GIF/, pictureBroken: /could not be read/ }[why]!
    expect([status, Object.keys(error.fields)]).toEqual([400, ['file']])
    expect(error.fields.file![0]).toMatch(text)
  })

  it('is refused when it would unpack into more than a camera takes', async () => {
    const bomb = await pictureOf(16_000, 4_000).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    const { status, error } = await sendPicture(await newPerson(app), bomb)
    expect([status, Object.keys(error.fields)]).toEqual([400, ['file']])
  })

  it('is refused beyond 8 MB, without a file, and from a guest', async () => {
    const person = await newPerson(app)
    const large = await sendPicture(person, Buffer.alloc(8 * MEGABYTE + 1, 1))
    expect([large.status, large.error.fields.file]).toEqual([
      400,
      ['This file is larger than 8 MB. Choose a smaller one.'],
    ])
    expect((await sendPicture(person, Buffer.alloc(9 * MEGABYTE, 1))).status).toBe(413)
    expect((await sendPicture(person, '')).error.fields.file).toEqual(['This field is required.'])
    expect((await sendPicture({ browser: browserOf(app) }, 'x')).status).toBe(401)
  })
})

describe('another password', () => {
  const change = (browser: Person['browser'], body: Record<string, string>) =>
    browser.call('POST', 'Profile/change-password', { body: { confirmPassword: body.password, ...body } })

  it('takes the place of the one before, ends every other session, and its owner is told', async () => {
    const { browser, email } = await newPerson(app)
    const thief = (await signIn(email, PASSWORD)).browser
    expect((await change(browser, { currentPassword: PASSWORD, password: OTHER })).status).toBe(200)
    expect((await thief.call('GET', 'auth/user-info')).status).toBe(401)
    expect((await browser.call('GET', 'auth/user-info')).status).toBe(200)
    expect((await signIn(email, PASSWORD)).status).toBe(401)
    expect((await signIn(email, OTHER)).status).toBe(200)
    expect((await app.mails(email)).map(({ subject }) => subject)).toContain('Your password was changed')
  })

  it('is refused without the one before, as a common one, as the same, and mistyped', async () => {
    const { browser, email } = await newPerson(app)
    const refusals = [
      [{ password: OTHER }, 'currentPassword'],
      [{ currentPassword: 'Wrong-7-words', password: OTHER }, 'currentPassword'],
      [{ currentPassword: PASSWORD, password: 'Password1!' }, 'password'],
      [{ currentPassword: PASSWORD, password: PASSWORD }, 'password'],
      [{ currentPassword: PASSWORD, password: 'short' }, 'password'],
      [{ currentPassword: PASSWORD, password: OTHER, confirmPassword: 'x' }, 'confirmPassword'],
    ] as const
    for (const [body, field] of refusals) {
      const { status, error } = await change(browser, body)
      expect([status, Object.keys(error.fields ?? {}).includes(field)], field).toEqual([400, true])
    }
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })

  it('cannot be guessed at through an open session', async () => {
    const { browser } = await newPerson(app)
    const statuses: number[] = []
    for (let guess = 0; guess < 7; guess += 1)
      statuses.push((await change(browser, { currentPassword: `Wrong-7-${guess}`, password: OTHER })).status)
    expect(statuses).toContain(429)
    expect((await change(browser, { currentPassword: PASSWORD, password: OTHER })).status).toBe(429)
  })

  it('is set by an account that has none, soon after it proved itself', async () => {
    const user = await learner(app.db)
    const token = await tokenOf(app, user)
    const body = { password: OTHER, confirmPassword: OTHER }
    app.advance(11 * MINUTE_MS)
    const late = await app.call('POST', 'Profile/change-password', { token, body })
    expect([late.status, late.error.code]).toEqual([403, 'proofNeeded'])
    const fresh = await app.call('POST', 'Profile/change-password', { token: await tokenOf(app, user), body })
    expect(fresh.status).toBe(200)
    expect((await signIn(user.email, OTHER)).status).toBe(200)
  })
})

/** A file as if the person had put it at something of theirs. */
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

  it('is an archive that a person can read, in their language', async () => {
    const person = await newPerson(app)
    const { id } = (await person.browser.call('GET', 'Profile')).data
    const courseId = (await course(app.db, { name: { ar: 'المحاسبة', en: 'Accounting' } })).id
    const placed = await order(app.db, { courseId, userId: id })
    await review(app.db, { courseId, userId: id, comment: '=HYPERLINK("x"), "نافعة"' })
    await sendPicture(person, await pictureOf(50, 50).png().toBuffer())
    await attach(id)
    await releaseFile(app.db, await attach(id))

    const { status, headers, names, text, files } = await archive(person.browser)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="maahad-my-data-\d{4}-\d\d-\d\d\.zip"$/)
    expect(names).toEqual([
      'README.txt',
      'account.csv',
      'comments.csv',
      'files.csv',
      'files/1-سيرة.pdf',
      'follows.csv',
      'index.html',
      'messages.csv',
      'notices.csv',
      'orders.csv',
      'picture.webp',
      'posts.csv',
      'profile.json',
      'reviews.csv',
      'sessions.csv',
      'waits.csv',
      'ways.csv',
    ])
    expect(text('README.txt')).toContain('A copy of what Maahad keeps about سارة القحطاني')
    expect(JSON.parse(text('profile.json'))).toMatchObject({ id, email: person.email, phone: '+966501234567' })
    expect(text('orders.csv')).toMatch(/^\ufeffOrder number,Course,/)
    expect(text('orders.csv')).toContain(`${placed.reference},Course,Confirmed,"SAR 1,000"`)
    expect(text('files.csv')).toMatch(/\r\nسيرة.pdf,application\/pdf,1,.+\r\n$/)
    expect(text('files/1-سيرة.pdf')).toBe('%PDF-1.7')
    // A spreadsheet takes it for a text.
    expect(text('reviews.csv')).toContain(`,5,"'=HYPERLINK(""x""), ""نافعة""",`)
    expect(text('index.html')).toContain('=HYPERLINK(&quot;x&quot;)')
    expect(text('index.html')).toContain(placed.reference)
    expect((await sharp(files['picture.webp']).metadata()).width).toBe(512)
    const arabic = await archive(person.browser, 'ar')
    expect(arabic.text('README.txt')).toContain('نسخة من بيانات سارة القحطاني')
    expect(arabic.text('orders.csv')).toContain('رقم الطلب')
  })

  it('holds no secret and nothing of anybody else', async () => {
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

  it('is for the person, and not a hundred times an hour', async () => {
    expect((await archive(browserOf(app))).status).toBe(401)
    const { browser } = await newPerson(app)
    const statuses = []
    for (let time = 0; time < 11; time += 1) statuses.push((await archive(browser)).status)
    expect([statuses[9], statuses[10]]).toEqual([200, 429])
  })
})

describe('leaving', () => {
  const leave = (browser: Person['browser'], password?: string) =>
    browser.call('DELETE', 'Profile', { body: password === undefined ? {} : { password } })
  const rowOf = (id: number) => app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  /** Every row of every table in which the text stands, by the table's name. */
  async function placesOf(text: string): Promise<string[]> {
    const { rows } = await sql<{
      name: string
    }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(app.db)
    const found: string[] = []
    for (const { name } of rows) {
      const held = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(name)} as held where held::text like ${`%${text}%`}`.execute(
        app.db,
      )
      if (held.rows[0]!.count > 0) found.push(name)
    }
    return found
  }

  it('erases the person from every table; orders stay, and so does what was written, without the name', async () => {
    const facts = { firstName: 'Wadha', lastName: 'Alqahtaniyya', email: 'wadha@example.com', phone: '0551239876' }
    const person = await newPerson(app, browserOf(app), facts)
    const { id } = (await person.browser.call('GET', 'Profile')).data
    const courseId = (await course(app.db)).id
    const runId = await schedule(app.db, courseId)
    const paid = await order(app.db, { courseId, userId: id })
    const open = await order(app.db, { courseId, scheduleId: runId, userId: id, status: 'pending' })
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
    await signIn(person.email, 'Wrong-7-words')
    await browserOf(app).call('POST', 'Auth/register', { body: { ...person.form, firstName: 'Wadha' } })
    const { profilePicture } = (await sendPicture(person, await pictureOf(50, 50).png().toBuffer())).data
    const attached = await attach(id)
    const stored = (await findFile(app.db, attached))!.names[0]!
    expect(await app.services.storage.sizeOf(stored)).toBe(8)
    const traces = ['wadha@example.com', '+966551239876', 'Wadha', 'Alqahtaniyya']
    expect((await placesOf(traces[0]!)).length).toBeGreaterThan(3)

    expect((await leave(person.browser, PASSWORD)).status).toBe(200)
    for (const trace of traces)
      expect([trace, await placesOf(trace)]).toEqual([trace, trace === traces[0] ? ['messages'] : []])
    const mails = await app.mails(person.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your Maahad account is deleted'])
    app.advance(26 * HOUR_MS)
    await app.tasks.forgetOld!({})
    expect(await placesOf(traces[0]!)).toEqual([])

    expect(await rowOf(id)).toMatchObject({ status: 'erased', password_hash: null, profile_picture: null })
    const orders = await app.db.selectFrom('orders').select(['id', 'status']).where('user_id', '=', id).execute()
    expect(new Map(orders.map((one) => [one.id, one.status]))).toEqual(
      new Map([
        [paid.id, 'paid'],
        [open.id, 'cancelled'],
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
    // A job clears them away, begun with the erasure.
    await expect
      .poll(() => app.db.selectFrom('stored_files').selectAll().where('id', '=', attached).execute())
      .toEqual([])
    expect(await app.services.storage.sizeOf(stored)).toBeUndefined()
  })

  it('ends every session at once, and the address can open a new account', async () => {
    const person = await newPerson(app)
    const elsewhere = (await signIn(person.email, PASSWORD)).browser
    expect((await leave(person.browser, PASSWORD)).status).toBe(200)
    expect([...person.browser.cookies.keys()]).not.toContain('access')
    expect((await elsewhere.call('GET', 'auth/user-info')).status).toBe(401)
    expect((await app.call('GET', 'auth/user-info', { token: person.tokens.accessToken })).status).toBe(401)
    expect((await elsewhere.call('POST', 'Auth/refresh-token', { body: {} })).status).toBe(401)
    expect((await signIn(person.email, PASSWORD)).status).toBe(401)
    const again = await newPerson(app, browserOf(app), { email: person.email })
    expect((await again.browser.call('GET', 'Profile')).data.email).toBe(person.email)
  })

  it('needs the password, or a fresh proof where there is none', async () => {
    const { browser } = await newPerson(app)
    for (const password of [undefined, '', 'Wrong-7-words']) {
      const { status, error } = await leave(browser, password)
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

  it('is not open to the only owner', async () => {
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
