/** Certificates in a browser: the page where anybody checks one, the learner's own, and revoking one at the desk. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { texts as ar } from '../../../app/locales/ar/index.ts'
import { deskTexts } from '../../../app/locales/en/desk/index.ts'
import { texts as en } from '../../../app/locales/en/index.ts'
import { DAY_MS, HOUR_MS } from '../../../app/platform/durations.ts'
import { expectAccessible } from '../../support/accessible.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  picture,
  startTestSite,
  type TestSite,
  watchErrors,
} from '../../support/browser.ts'
import { course, order, schedule } from '../../support/factories.ts'
import { type Member, signedInMember, tokenOf } from '../../support/signed-in.ts'

let site: TestSite
let owner: Member
let learner: Member
let code: string
let run: number
beforeAll(async () => {
  site = await startTestSite()
  owner = await signedInMember(site, ['Owner'])
  learner = await signedInMember(site)
  const { id: courseId } = await course(site.db, {
    name: { ar: 'إدارة المشاريع الاحترافية وفق PMBOK', en: 'Professional project management with PMBOK' },
  })
  const startsAt = new Date(Date.now() - 10 * DAY_MS)
  run = await schedule(site.db, courseId, { startsAt, endsAt: new Date(startsAt.getTime() + DAY_MS) })
  const session = { schedule_id: run, starts_at: startsAt, ends_at: new Date(startsAt.getTime() + HOUR_MS) }
  const { id } = await site.db.insertInto('run_sessions').values(session).returning('id').executeTakeFirstOrThrow()
  const { id: orderId } = await order(site.db, { courseId, scheduleId: run, userId: learner.user.id })
  await owner.call('POST', `admin/attendance/${id}/marks`, { orderId, state: 'present' })
  await owner.call('POST', `admin/runs/${run}/certificates`, {})
  const mine = await learner.call<{ certificates: { code: string }[] }>('GET', 'Certificates/mine')
  code = mine.data.certificates[0]!.code
})
afterAll(() => site.stop())

async function asMember(member: Member, visitor: Parameters<TestSite['visit']>[0]) {
  const visit = await site.visit(visitor)
  const access = await tokenOf(site, member.user)
  await visit.context.addCookies([{ name: 'access', value: access, url: site.address }])
  return visit
}

describe('a certificate', () => {
  it('is found by its learner in the profile, and its page says that it is genuine', async () => {
    const { page, context } = await asMember(learner, { lang: 'ar', width: 390, scripts: true })
    await page.goto('/ar/profile/certificates')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await picture(page, 'my-certificates-ar')
    await page.getByRole('link', { name: ar.certificates.mine.open }).click()
    await page.waitForURL(`**/ar/certificates/${code}`)
    const paper = page.locator('article')
    expect(await paper.innerText()).toContain(`${learner.user.firstName} ${learner.user.lastName}`)
    await page.getByText(ar.certificates.valid).waitFor()
    // A phone does not read the code that it shows; the paper has it.
    const qr = paper.locator('figure svg')
    expect(await qr.isVisible()).toBe(false)
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await qr.isVisible()).toBe(true)
    await page.setViewportSize({ width: 390, height: 844 })
    const file = page.getByRole('link', { name: ar.certificates.pdf, exact: true })
    expect(await file.getAttribute('href')).toContain(`/api/Certificates/${code}/pdf`)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await picture(page, 'certificate-ar')
    await context.close()
  })

  it('is shared by a button that copies its address, and by a plain link without scripts', async () => {
    const { page, context } = await asMember(learner, { lang: 'en', width: 1440, scripts: true })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const t = en.certificates.share
    for (const address of ['/en/profile/certificates', `/en/certificates/${code}`]) {
      await page.goto(address)
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'share', { value: undefined, configurable: true })
        return navigator.clipboard.writeText('')
      })
      await page.getByRole('button', { name: t.action }).click()
      await page.getByText(t.copied).waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
        new RegExp(`^https?://[^/]+/en/certificates/${code}$`),
      )
    }
    await page.evaluate(() => {
      const share = async ({ url }: { url: string }) => {
        document.title = url
      }
      Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    })
    await page.getByRole('button', { name: t.action }).click()
    await page.waitForFunction((end) => document.title.endsWith(end), `/en/certificates/${code}`)
    await picture(page, 'certificate-share-en')
    await context.close()

    const plain = await asMember(learner, { lang: 'ar', width: 390, scripts: false })
    for (const address of ['/ar/profile/certificates', `/ar/certificates/${code}`]) {
      await plain.page.goto(address)
      expect(await plain.page.getByText(ar.certificates.share.address).locator('a').getAttribute('href')).toMatch(
        new RegExp(`/ar/certificates/${code}$`),
      )
      await expectNoSidewaysScroll(plain.page)
      await picture(plain.page, `share-plain-${address.includes('profile')}`)
    }
    await plain.context.close()
  })

  it('that was guessed is not found', async () => {
    const { page, context } = await site.visit({ lang: 'en', width: 390, scripts: false })
    const answer = await page.goto(`/en/certificates/${'0'.repeat(32)}`)
    expect(answer!.status()).toBe(404)
    await page.getByRole('heading', { name: en.certificates.unknown }).waitFor()
    await context.close()
  })

  it.each(['ar', 'en'] as const)('that is unknown is said so to a member without a script error: %s', async (lang) => {
    const { page, context } = await asMember(learner, { lang, width: 1440, scripts: true })
    const errors = watchErrors(page)
    await page.goto(`/${lang}/certificates/${'0'.repeat(32)}`)
    await hydrated(page)
    await page.getByRole('heading', { level: 1, name: (lang === 'ar' ? ar : en).certificates.unknown }).waitFor()
    expect(errors.filter((error) => !error.includes('404'))).toEqual([])
    await context.close()
  })

  it('is revoked at the desk with a reason, and says so to whoever checks it', async () => {
    const { page, context } = await asMember(owner, { lang: 'en', width: 1440, scripts: true })
    await page.goto('/en/desk/certificates')
    await hydrated(page)
    await expectAccessible(page)
    await picture(page, 'desk-certificates-en')
    const t = deskTexts.certificates
    await page.getByRole('button', { name: t.revokeChosen }).click()
    await page.getByRole('alert').getByText(deskTexts.frame.list.chooseRows, { exact: true }).waitFor()
    await page.getByRole('link', { name: new RegExp(t.revoke) }).click()
    await page.locator('textarea[name=reason]').fill('The name was spelled wrongly.')
    await page.getByRole('button', { name: t.revokeOne, exact: true }).click()
    await page.getByText(t.revoked, { exact: true }).waitFor()
    const visitor = await site.visit({ lang: 'en', width: 1440, scripts: true })
    await visitor.page.goto(`/en/certificates/${code}`)
    await visitor.page.getByText(en.certificates.revoked).waitFor()
    // The file is for its learner.
    expect(await visitor.page.getByRole('link', { name: en.certificates.pdf, exact: true }).count()).toBe(0)
    const shown = await visitor.page.content()
    for (const secret of ['spelled wrongly', learner.user.email, learner.user.phone])
      expect(shown).not.toContain(secret)
    await expectAccessible(visitor.page)
    await picture(visitor.page, 'certificate-revoked-en')
    await page.goto(`/en/desk/runs/${run}/attendees`)
    await hydrated(page)
    await page.getByRole('button', { name: deskTexts.attendance.issue }).click()
    // Whose certificate was revoked gets none by a press for all of the run.
    await page.getByText(deskTexts.attendance.issued(0), { exact: true }).waitFor()
    await page.getByRole('button', { name: deskTexts.attendance.issueAgain }).click()
    await page.getByText(deskTexts.attendance.issued(1), { exact: true }).first().waitFor()
    await page.getByText(/^20\d\d-0002$/).waitFor()
    await Promise.all([visitor.context.close(), context.close()])
  })
})
