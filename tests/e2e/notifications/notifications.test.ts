/** Members mention each other, follow posts, read their notices, and unsubscribe from mails. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unsubscribeToken } from '../../../app/features/notifications/unsubscribe-token.server.ts'
import { expectAccessible } from '../../support/accessible.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  picture,
  startTestSite,
  type TestSite,
  type Visitor,
  watchErrors,
} from '../../support/browser.ts'
import { signedIn, textsOf } from '../../support/learner.ts'
import { hasTurn, WALKERS } from '../../support/walkers.ts'
import { author, comment, post } from '../../support/writing.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

async function member(visitor: Visitor, userName: string) {
  const { page, context } = await site.visit(visitor)
  const { email } = await signedIn(site, context, visitor.lang)
  const { id } = await site.db
    .updateTable('users')
    .set({ user_name: userName })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  const errors = watchErrors(page)
  const go = async (path: string) => {
    await page.goto(`/${visitor.lang}${path}`)
    if (visitor.scripts) await hydrated(page)
  }
  return { page, context, errors, go, id, email, authorId: await author(site.db, { userId: id }) }
}

/** axe needs scripts. */
const look = async (page: Page, name: string, { scripts }: Visitor) => {
  if (!scripts) return picture(page, name)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture(page, name)
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe.each(WALKERS)('$lang, $width px, scripts $scripts', (visitor) => {
  const { lang, scripts, width } = visitor
  const t = textsOf(lang)
  const name = `نورة ${lang} ${width}`

  it.runIf(hasTurn(visitor, 0))(
    'a mentioned member finds the notice, follows the post, and chooses what is mailed',
    async () => {
      const named = await member(visitor, name)
      await post(site.db, { authorId: named.authorId, title: 'من كتابة نورة' })
      const writer = await member(visitor, 'خالد')
      const id = await post(site.db, { title: 'عن العمل عن بعد', authorId: await author(site.db) })

      await writer.go(`/community/${id}`)
      const area = writer.page.locator('#write [name=text]')
      if (scripts) {
        await area.pressSequentially('شكرًا @نورة')
        const option = writer.page.getByRole('option', { selected: true })
        await option.waitFor()
        expect(await area.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
        await look(writer.page, `mention-${lang}-${width}`, visitor)
        await writer.page.keyboard.press('Escape')
        await option.waitFor({ state: 'detached' })
        await area.pressSequentially(`_${lang}_${width}`)
        await option.waitFor()
        await writer.page.keyboard.press('ArrowDown')
        await writer.page.keyboard.press('Enter')
        expect(await area.inputValue()).toBe(`شكرًا @${name.replaceAll(' ', '_')} `)
      } else await area.fill(`شكرًا @${name.replaceAll(' ', '_')}`)
      await button(writer.page, t.comments.sendComment).click()
      const link = writer.page
        .locator('[id^=comment-]')
        .last()
        .getByRole('link', { name: `@${name}` })
      await link.waitFor()
      expect(await link.getAttribute('href')).toBe(`/${lang}/community?author=${named.authorId}`)
      if (scripts) expect(writer.errors).toEqual([])

      // Authors follow their texts, and can unfollow with one click.
      await writer.page.getByRole('button', { name: t.comments.followed, pressed: true }).click()
      await writer.page.getByRole('button', { name: t.comments.follow, pressed: false }).waitFor()
      await writer.page.context().close()

      await expect
        .poll(async () => {
          await named.go('/profile')
          return named.page.getByText(t.profile.notifications.unread(1)).count()
        })
        .toBe(1)
      await named.page.getByRole('link', { name: t.profile.sections.notifications }).click()
      await named.page.getByRole('heading', { level: 2, name: t.profile.notifications.title }).waitFor()
      if (scripts) await hydrated(named.page)
      await look(named.page, `notifications-${lang}-${width}`, visitor)
      await named.page.getByRole('link', { name: 'عن العمل عن بعد' }).click()
      await named.page.waitForURL(`**/community/${id}#comment-*`)
      if (scripts) await hydrated(named.page)
      await named.page.getByRole('button', { name: t.comments.follow, pressed: false }).click()
      await named.page.getByRole('button', { name: t.comments.followed, pressed: true }).waitFor()
      await look(named.page, `followed-${lang}-${width}`, visitor)

      const notice = { user_id: named.id, kind: 'comment', created_at: site.services.now() }
      const more = Array.from({ length: 13 }, (_, n) => comment(site.db, { postId: id, text: `تعليق ${n}` }))
      const ids = await Promise.all(more)
      await site.db
        .insertInto('notifications')
        .values(ids.map((comment_id) => ({ ...notice, comment_id })))
        .execute()
      // The header counts them on every page, on a phone at the picture alone.
      const inHeader = named.page.locator('header summary [data-count]').first()
      await named.go('/faq')
      expect([await inHeader.isVisible(), await inHeader.getAttribute('data-count')]).toEqual([true, '13'])
      await named.go('/profile/notifications?page=2')
      expect(await named.page.getByRole('article').count()).toBe(2)
      await button(named.page, t.profile.notifications.markRead).click()
      await named.page.getByText(t.profile.notifications.read).waitFor()
      expect([await inHeader.isVisible(), await inHeader.getAttribute('data-count')]).toEqual([false, '0'])
      expect(await button(named.page, t.profile.notifications.markRead).count()).toBe(0)

      await named.page.locator('[name=comments]').selectOption('none')
      await named.page.locator('[name=followOwn]').uncheck()
      await button(named.page, t.profile.notifications.choices.save).click()
      await named.page.getByText(t.profile.notifications.choices.saved).waitFor()
      expect(await named.page.locator('[name=comments]').inputValue()).toBe('none')
      expect(await named.page.locator('[name=followOwn]').isChecked()).toBe(false)
      if (scripts) expect(named.errors).toEqual([])
      await named.context.close()
    },
  )

  it.runIf(hasTurn(visitor, 1))('mails end with one click on the unsubscribe page, without signing in', async () => {
    const { id, context: owner } = await member(visitor, 'هند')
    await owner.close()
    const { page, context } = await site.visit(visitor)
    const token = unsubscribeToken(site.services.settings, { userId: id, kind: 'mentions' })
    const chosen = () =>
      site.db.selectFrom('notification_settings').select('mentions').where('user_id', '=', id).executeTakeFirst()
    await page.goto(`/${lang}/unsubscribe?token=${token}`)
    if (scripts) await hydrated(page)
    await look(page, `unsubscribe-${lang}-${width}`, visitor)
    expect(await chosen()).toBeUndefined()
    await button(page, t.profile.unsubscribe.submit).click()
    await page.getByRole('heading', { level: 1, name: t.profile.unsubscribe.done }).waitFor()
    expect(await chosen()).toEqual({ mentions: 'none' })
    await look(page, `unsubscribed-${lang}-${width}`, visitor)
    await page.goto(`/${lang}/unsubscribe?token=${token}x`)
    if (scripts) await hydrated(page)
    await button(page, t.profile.unsubscribe.submit).click()
    await page.getByText(t.profile.unsubscribe.wrong).waitFor()
    await context.close()
  })
})
