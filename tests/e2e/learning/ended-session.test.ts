import { afterAll, expect, it } from 'vitest'
import { hashPassword } from '../../../app/features/accounts/password.server.ts'
import { texts as en } from '../../../app/locales/en/index.ts'
import { DESKTOP, openChecked, startLearnerSite } from '../../support/learner-site.ts'
import { tokenOf } from '../../support/signed-in.ts'

const { site, learner, recorded, asLearner, courseAddress } = await startLearnerSite()
afterAll(() => site.stop())

it('after the session ended a form of the profile is filled in again once the learner has signed in', async () => {
  const { page, context } = await asLearner(DESKTOP)
  const t = en.profile.names
  await openChecked(page, '/en/profile')
  const name = page.locator('[name=userName]')
  await name.fill('Sara of Riyadh')
  await context.clearCookies()
  await page.getByRole('button', { name: t.save, exact: true }).click()
  await page.getByText(en.accounts.login.unsent).waitFor()
  const passwordHash = await hashPassword('Maahad#2026', site.services)
  await site.db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', learner.user.id).execute()
  await page.locator('[name=email]').fill(learner.user.email)
  await page.locator('[name=password]').fill('Maahad#2026')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/profile/)
  await expect.poll(() => name.inputValue()).toBe('Sara of Riyadh')
  await page.getByRole('button', { name: t.save, exact: true }).click()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('unsent'))).toBeNull()
  await expect
    .poll(async () => {
      await page.goto('/en/profile')
      return name.inputValue()
    })
    .toBe('Sara of Riyadh')
  await context.close()
})

it('after the session ended a course is saved by signing in, and a review keeps its text', async () => {
  const { page, context } = await asLearner(DESKTOP)
  const t = en.course
  const endSession = async () => {
    await openChecked(page, courseAddress('en'))
    await context.clearCookies()
  }
  await endSession()
  const comment = page.locator('[name=comment]')
  await page.locator('[name=rate]').selectOption('4')
  await comment.fill('Useful, to the point')
  await page.locator('button[name=intent][value$=Review]').first().click()
  await page.getByRole('link', { name: t.review.signIn }).waitFor()
  expect(await comment.inputValue()).toBe('Useful, to the point')
  await context.addCookies([{ name: 'access', value: await tokenOf(site, learner.user), url: site.address }])
  await endSession()
  await page.getByRole('button', { name: t.save.save, exact: true }).click()
  await page.waitForURL('**/en/login?**')
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe(`/en/profile/saved?add=${recorded.id}`)
  await context.close()
})
