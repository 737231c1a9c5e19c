/** The profile pages in a browser: names, picture, password, orders, data export, account deletion. */
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { browserOf, newPerson, PASSWORD } from '../../support/accounts/accounts.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  nameOf,
  picture,
  startTestSite,
  type TestSite,
  type Visitor,
  watchErrors,
} from '../../support/browser.ts'
import { order } from '../../support/factories.ts'
import { openHeldPage } from '../../support/held-scripts.ts'
import { signedIn, textsOf } from '../../support/learner.ts'
import { longIt } from '../../support/long.ts'
import { hasTurn, WALKERS } from '../../support/walkers.ts'

const OTHER = 'Oasis-9-palms'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

/** A new user on one of the profile pages. */
async function at(path: string, visitor: Visitor) {
  const { page, context } = await site.visit(visitor)
  const person = await signedIn(site, context, visitor.lang)
  const user = await site.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow()
  const go = async (to: string) => {
    await page.goto(`/${visitor.lang}/profile${to}`)
    if (visitor.scripts) await hydrated(page)
  }
  await go(path)
  return { page, context, person, id: user.id, go, errors: watchErrors(page) }
}

/** Two halves in different colours, so that a crop shows which part it has. */
const halves = async (left: string, right: string) =>
  sharp({ create: { width: 800, height: 400, channels: 3, background: left } })
    .composite([
      {
        input: await sharp({ create: { width: 400, height: 400, channels: 3, background: right } })
          .png()
          .toBuffer(),
        left: 400,
        top: 0,
      },
    ])
    .png()
    .toBuffer()

async function keptPicture(page: Page) {
  const src = await page.locator('main section img').first().getAttribute('src')
  const bytes = await (await fetch(new URL(src!, site.address))).arrayBuffer()
  const at = async (left: number) => {
    const spot = sharp(Buffer.from(bytes)).extract({ left, top: 250, width: 1, height: 1 }).removeAlpha()
    return [...(await spot.raw().toBuffer())].map((value) => Math.round(value / 64))
  }
  return { src: src!, left: await at(8), right: await at(500) }
}
const RED = [4, 0, 0]
const BLUE = [0, 0, 4]

it('requires a sign-in: a guest signs in and returns', async () => {
  for (const path of ['', '/security', '/orders', '/data', '/export']) {
    const { status, location } = await browserOf(site).page(`/en/profile${path}`)
    expect([status, location]).toEqual([302, `/en/login?returnTo=${encodeURIComponent(`/en/profile${path}`)}`])
  }
  const { browser } = await newPerson(site)
  const { html, headers } = await browser.page('/en/profile')
  expect(html).toContain('name="robots" content="noindex"')
  // In the heading: Arabic in its own direction and leading. The header, which kept pages share, names no language.
  expect(html.match(/<bdi lang="ar" dir="rtl" class="[^"]*name[^"]*">سارة/g)?.length).toBe(1)
  expect(headers.get('cache-control')).toBe('private, no-store')
})

describe.each(WALKERS.map((visitor) => [nameOf(visitor), visitor] as const))('%s', (name, visitor) => {
  const { profile: t, twoFactor } = textsOf(visitor.lang)
  const { confirm } = twoFactor

  it.runIf(hasTurn(visitor, 0))('changes the names; every page is accessible and without errors', async () => {
    const { page, person, id, go, errors } = await at('', visitor)
    if (visitor.scripts) await expectAccessible(page)
    await picture(page, `profile-${name}-person`)
    await page.locator('[name=firstName]').fill('')
    if (visitor.scripts) await page.getByText(t.names.unsaved).waitFor()
    await page.getByRole('button', { name: t.names.save }).click()
    await page.locator('[name=firstName][aria-invalid=true]').waitFor()
    expect(await page.locator('[name=lastName]').inputValue()).toBe(person.lastName)
    await page.locator('[name=firstName]').fill('Alexandra-Wilhelmina')
    await page.locator('[name=userName]').fill('أليكس')
    await page.getByRole('button', { name: t.names.save }).click()
    await page.getByText(t.person.saved.names).waitFor()
    expect(await page.locator('main h1').innerText()).toBe(`Alexandra-Wilhelmina ${person.lastName}`)
    expect(await page.locator('main').innerText()).toContain(person.email)
    expect(await page.locator(`main input[value="${person.email}"]`).count()).toBe(0)

    await order(site.db, { courseId: 1, userId: id, status: 'pending' })
    await order(site.db, { courseId: 2, userId: id })
    for (const section of ['security', 'orders', 'data'] as const) {
      await go(`/${section}`)
      expect(await page.locator('main nav [aria-current]').innerText()).toBe(t.sections[section])
      await expectNoSidewaysScroll(page)
      if (visitor.scripts) await expectAccessible(page)
      await picture(page, `profile-${name}-${section}`)
    }
    // A browser without scripts reports each script as a failed request.
    if (visitor.scripts) expect(errors.filter((error) => !error.includes('400'))).toEqual([])
    await page.context().close()
  })

  it.runIf(hasTurn(visitor, 0))('changes the password', async () => {
    const { page, person } = await at('/security', visitor)
    const fill = async (current: string) => {
      await page.locator('[name=currentPassword]').fill(current)
      await page.locator('[name=password]').fill(OTHER)
      await page.locator('[name=confirmPassword]').fill(OTHER)
      await page.getByRole('button', { name: t.password.submit }).click()
    }
    await fill('Wrong-7-words')
    await page.locator('[name=currentPassword][aria-invalid=true]').waitFor()
    await fill(PASSWORD)
    await page.getByText(t.security.passwordChanged).waitFor()
    // The passwords that were typed do not stay in the page.
    const left = await page
      .locator('main input[id*=assword]')
      .evaluateAll((all) => (all as HTMLInputElement[]).map(({ value }) => value))
    expect(left).toEqual(['', '', ''])
    const login = await site.call('POST', 'auth/login', { body: { email: person.email, password: OTHER } })
    expect(login.status).toBe(200)
    await page.context().close()
  })

  it.runIf(hasTurn(visitor, 1))('lists the orders, resumes one and cancels one', async () => {
    const { page, id, go } = await at('/orders', visitor)
    await page.getByText(t.orders.emptyTitle).waitFor()
    const { id: orderId } = await order(site.db, { courseId: 1, userId: id, status: 'pending' })
    await go('/orders')
    expect(await page.getByRole('link', { name: t.orders.resume }).getAttribute('href')).toContain('/order-details/1')
    const { cancelling } = textsOf(visitor.lang).orders
    const status = async () => {
      const { data } = await page.request.get(`${site.address}/api/Orders/${orderId}`).then((answer) => answer.json())
      return data.status
    }
    // One tap cancels nothing: it says what would be lost.
    await page.locator('summary', { hasText: cancelling.ask }).click()
    await page.getByText(cancelling.lost.recorded).waitFor()
    expect(await status()).toBe('pending')
    if (visitor.scripts) await hydrated(page)
    await expectNoSidewaysScroll(page)
    await picture(page, `profile-orders-cancel-${visitor.lang}-${visitor.width}`)
    await page.getByRole('button', { name: cancelling.confirm }).click()
    await page.getByText(t.orders.cancelled).waitFor()
    expect(await status()).toBe('cancelled')
    await page.context().close()
  })

  it.runIf(hasTurn(visitor, 0))('downloads the data as an archive, and deletes the account', async () => {
    const { page, person, context, id, go } = await at('/data', visitor)
    const archive = await context.request.get(
      `${site.address}${await page.getByRole('link', { name: t.data.copy.download }).getAttribute('href')}`,
    )
    expect(archive.headers()['content-disposition']).toContain('.zip')
    const files = unzipSync(new Uint8Array(await archive.body()))
    expect(new TextDecoder().decode(files['index.html'])).toContain(person.email)
    expect(Object.keys(files)).toContain('README.txt')

    // Ten minutes after the sign-in, somebody else may sit at the computer.
    await site.db
      .updateTable('sessions')
      .set({ proved_at: new Date(0) })
      .where('user_id', '=', id)
      .execute()
    await page.getByRole('link', { name: t.data.copy.download }).click()
    await page.getByLabel(confirm.password, { exact: true }).fill(PASSWORD)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: confirm.submit }).click()
    expect((await download).suggestedFilename()).toMatch(/\.zip$/)
    await go('/data')

    const leave = page.getByRole('button', { name: t.data.delete.submit })
    await leave.click()
    await page.locator('[name=sure][aria-invalid=true]').waitFor()
    // Both that are missing are named at once.
    expect(await page.locator('[name=password][aria-invalid=true]').count()).toBe(1)
    expect(await page.getByRole('alert').getByRole('link').count()).toBe(2)
    await page.locator('[name=password]').fill('Wrong-7-words')
    await page.locator('[name=sure]').check()
    await leave.click()
    await page.locator('[name=password][aria-invalid=true]').waitFor()
    await page.locator('[name=password]').fill(PASSWORD)
    await page.locator('[name=sure]').check()
    await leave.click()
    await page.waitForURL('**/account-deleted')
    if (visitor.scripts) await expectAccessible(page)
    await picture(page, `profile-${name}-deleted`)
    expect(await page.locator('header').first().innerText()).not.toContain(person.lastName)
    const login = await site.call('POST', 'auth/login', { body: { email: person.email, password: PASSWORD } })
    expect(login.status).toBe(401)
    await page.context().close()
  })
})

describe('the picture', () => {
  const DESK: Visitor = { lang: 'en', width: 1440, scripts: true }
  const t = textsOf('en')
  const file = (buffer: Buffer, name = 'me.png') => ({ name, mimeType: 'image/png', buffer })

  it('is cropped with the keyboard before it is sent, and can be removed', async () => {
    const { page } = await at('', DESK)
    await page.locator('#file').setInputFiles(file(await halves('#ff0000', '#0000ff')))
    const canvas = page.getByRole('img', { name: t.pictureCrop.canvas })
    await canvas.focus()
    await picture(page, 'profile-crop')
    await expectAccessible(page)
    // The left half only: moved to the end.
    for (let step = 0; step < 30; step += 1) await page.keyboard.press('ArrowLeft')
    await page.getByRole('button', { name: t.pictureCrop.save }).click()
    await page.getByText(t.profile.person.saved.picture).waitFor()
    const stored = await keptPicture(page)
    expect([stored.left, stored.right]).toEqual([RED, RED])
    // The header shows it immediately.
    expect(await page.locator('header img[src*="128.webp"]').count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: t.profile.picture.remove }).click()
    await page.getByText(t.profile.person.saved.noPicture).waitFor()
    expect(await page.locator('main section img').first().getAttribute('src')).toBe('/brand/user.svg')
    await page.context().close()
  })

  it('opens the dialog for a file that was chosen before the scripts came', async () => {
    const { page } = await at('', { ...DESK, scripts: false, lang: 'en' })
    const signedIn = await page.context().storageState()
    await page.context().close()
    const held = await openHeldPage(site, '/en/profile', { storageState: signedIn })
    await held.page.locator('#file').setInputFiles(file(await halves('#ff0000', '#0000ff')))
    held.release()
    await held.page.getByRole('img', { name: t.pictureCrop.canvas }).waitFor()
    expect(held.errors).toEqual([])
    await held.context.close()
  })

  longIt('stays unchanged when the dialog is closed, or the file is not a picture', async () => {
    const { page } = await at('', DESK)
    await page.locator('#file').setInputFiles(file(Buffer.from('no picture')))
    await page.getByText(t.pictureCrop.broken).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect(await page.locator('main section img').first().getAttribute('src')).toBe('/brand/user.svg')
    await page.context().close()
  })

  it('is sent uncropped without scripts, and the server crops its centre', async () => {
    const { page } = await at('', { lang: 'ar', width: 390, scripts: false })
    const ar = textsOf('ar').profile
    await page.locator('#file').setInputFiles(file(await halves('#ff0000', '#0000ff')))
    await page.getByRole('button', { name: ar.picture.upload }).click()
    await page.getByText(ar.person.saved.picture).waitFor()
    const stored = await keptPicture(page)
    expect([stored.left, stored.right]).toEqual([RED, BLUE])
    await page.locator('#file').setInputFiles(file(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))
    await page.getByRole('button', { name: ar.picture.upload }).click()
    await page.locator('#file-error').waitFor()
    expect((await keptPicture(page)).src).toBe(stored.src)
    await page.context().close()
  })

  longIt('is replaced by the default icon when its file is missing', async () => {
    const { page, id, go } = await at('', DESK)
    await site.db.updateTable('users').set({ profile_picture: '/media/gone/512.webp' }).where('id', '=', id).execute()
    await go('')
    await page.waitForFunction(
      () => document.querySelector('main section img')?.getAttribute('src') === '/brand/user.svg',
    )
    await page.context().close()
  })
})
