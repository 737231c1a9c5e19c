/** The profile: names, picture and password. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, newPerson, PASSWORD } from '../../../tests/support/accounts/accounts.ts'
import { type Person, pictureOf, sendPicture, signIn } from '../../../tests/support/accounts/own-account.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, learner, review, trainer } from '../../../tests/support/factories.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

const OTHER = 'Oasis-9-palms'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

describe('the profile', () => {
  it('shows the names, the security settings and the sessions', async () => {
    const person = await newPerson(app)
    await signIn(app, person.email, PASSWORD)
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

  it('changes the names everywhere immediately; the address stays', async () => {
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

  it('shows the first and last name without a display name, and requires only the first', async () => {
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
  ])('refuses the name of %s', async (who, name, typed) => {
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

  it('is stored as squares of its centre, upright, without metadata', async () => {
    const person = await newPerson(app)
    const middle = await pictureOf(400, 400, '#00ff00').png().toBuffer()
    const taken = await pictureOf(1200, 400, '#ff0000')
      .composite([{ input: middle, left: 400, top: 0 }])
      .jpeg()
      .withExif({ IFD0: { Artist: 'Secret-Place-24.7N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { status, data } = await sendPicture(app, person, taken)
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

  it('is deleted with its file when it is replaced or removed', async () => {
    const person = await newPerson(app)
    const first = (await sendPicture(app, person, await pictureOf(50, 50).png().toBuffer())).data.profilePicture
    const second = (await sendPicture(app, person, await pictureOf(50, 50).webp().toBuffer())).data.profilePicture
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
  ])('is never accepted from %s', async (_, bytes, why) => {
    const { status, error } = await sendPicture(app, await newPerson(app), bytes)
    const text = { pictureType: /JPEG, PNG, WebP or GIF/, pictureBroken: /could not be read/ }[why]!
    expect([status, Object.keys(error.fields)]).toEqual([400, ['file']])
    expect(error.fields.file![0]).toMatch(text)
  })

  it('is refused when it has too many pixels', async () => {
    const bomb = await pictureOf(16_000, 4_000).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    const { status, error } = await sendPicture(app, await newPerson(app), bomb)
    expect([status, Object.keys(error.fields)]).toEqual([400, ['file']])
  })

  it('is refused beyond 8 MB, without a file, and from a guest', async () => {
    const person = await newPerson(app)
    const large = await sendPicture(app, person, Buffer.alloc(8 * MEGABYTE + 1, 1))
    expect([large.status, large.error.fields.file]).toEqual([
      400,
      ['This file is larger than 8 MB. Choose a smaller one.'],
    ])
    expect((await sendPicture(app, person, Buffer.alloc(9 * MEGABYTE, 1))).status).toBe(413)
    expect((await sendPicture(app, person, '')).error.fields.file).toEqual(['This field is required.'])
    expect((await sendPicture(app, { browser: browserOf(app) }, 'x')).status).toBe(401)
  })
})

describe('changing the password', () => {
  const change = (browser: Person['browser'], body: Record<string, string>) =>
    browser.call('POST', 'Profile/change-password', { body: { confirmPassword: body.password, ...body } })

  it('replaces the old one, ends every other session, and mails the owner', async () => {
    const { browser, email } = await newPerson(app)
    const other = (await signIn(app, email, PASSWORD)).browser
    expect((await change(browser, { currentPassword: PASSWORD, password: OTHER })).status).toBe(200)
    expect((await other.call('GET', 'auth/user-info')).status).toBe(401)
    expect((await browser.call('GET', 'auth/user-info')).status).toBe(200)
    expect((await signIn(app, email, PASSWORD)).status).toBe(401)
    expect((await signIn(app, email, OTHER)).status).toBe(200)
    expect((await app.mails(email)).map(({ subject }) => subject)).toContain('Your password was changed')
  })

  it('is refused without the old one, when common, unchanged or mistyped', async () => {
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
    expect((await signIn(app, email, PASSWORD)).status).toBe(200)
  })

  it('cannot be guessed through an open session', async () => {
    const { browser } = await newPerson(app)
    const statuses: number[] = []
    for (let guess = 0; guess < 7; guess += 1)
      statuses.push((await change(browser, { currentPassword: `Wrong-7-${guess}`, password: OTHER })).status)
    expect(statuses).toContain(429)
    expect((await change(browser, { currentPassword: PASSWORD, password: OTHER })).status).toBe(429)
  })

  it('is set by an account without one, after a recent re-authentication', async () => {
    const user = await learner(app.db)
    const token = await tokenOf(app, user)
    const body = { password: OTHER, confirmPassword: OTHER }
    app.advance(11 * MINUTE_MS)
    const late = await app.call('POST', 'Profile/change-password', { token, body })
    expect([late.status, late.error.code]).toEqual([403, 'proofNeeded'])
    const fresh = await app.call('POST', 'Profile/change-password', { token: await tokenOf(app, user), body })
    expect(fresh.status).toBe(200)
    expect((await signIn(app, user.email, OTHER)).status).toBe(200)
  })
})
