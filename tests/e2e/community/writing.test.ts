/** Members write posts and comments in a browser: both languages, phone and desktop, with and without scripts. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
import { IS_LONG, longIt } from '../../support/long.ts'
import { hasTurn, WALKERS } from '../../support/walkers.ts'
import { post } from '../../support/writing.ts'

const FIRST = { lang: 'ar', width: 390, scripts: true } as const

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

async function member(visitor: Visitor) {
  const { page, context } = await site.visit(visitor)
  await signedIn(site, context, visitor.lang)
  const errors = watchErrors(page)
  const go = async (path: string) => {
    await page.goto(`/${visitor.lang}${path}`)
    if (visitor.scripts) await hydrated(page)
  }
  return { page, context, errors, go }
}

const someArticle = async () => {
  const { data } = await site.call<{ items: { slug: string }[] }>('GET', 'Articles/filter-articles?PageSize=1')
  return data.items[0]!.slug
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const look = async (page: Page, name: string) => {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture(page, name)
}

describe.each(WALKERS)('a post: $lang, $width px, scripts $scripts', (visitor) => {
  const { lang } = visitor
  const t = textsOf(lang)

  it.runIf(hasTurn(visitor, 0))(
    'is refused with its text kept, previewed, published, changed, deleted and restored',
    async () => {
      const { page, context, errors, go } = await member(visitor)
      const shown = visitor.scripts ? (name: string) => look(page, `${name}-${lang}-${visitor.width}`) : async () => {}
      await go('/community')
      await page.getByRole('link', { name: t.community.write }).click()
      await page.getByRole('heading', { level: 1, name: t.community.form.newTitle }).waitFor()
      if (visitor.scripts) await hydrated(page)

      await page.locator('[name=content]').fill('أول سطر\n\n**Second** line')
      await button(page, t.community.form.publish).click()
      await page.getByRole('alert').first().waitFor()
      expect(await page.locator('[aria-invalid=true]').evaluateAll((all) => all.map((one) => one.id))).toEqual([
        'title',
        'categoryId',
      ])
      expect(await page.locator('[name=content]').inputValue()).toBe('أول سطر\n\n**Second** line')
      await shown('post-refused')

      await page.locator('[name=title]').fill(`عن العمل ${visitor.width}`)
      await page.locator('[name=categoryId]').selectOption({ index: 1 })
      await button(page, t.community.form.showPreview).click()
      await page.getByRole('region', { name: t.community.form.preview }).locator('strong').waitFor()
      expect(await page.locator('[name=title]').inputValue()).toBe(`عن العمل ${visitor.width}`)
      await shown('post-preview')
      await button(page, t.community.form.publish).click()
      await page.getByRole('heading', { level: 1, name: `عن العمل ${visitor.width}` }).waitFor()
      // The next one begins empty.
      if (visitor.scripts) expect(await page.evaluate(() => localStorage.getItem('draft:post'))).toBeNull()
      if (visitor.scripts) await hydrated(page)
      await shown('post-published')

      await page.getByRole('link', { name: t.community.edit }).click()
      await page.locator('[name=title]').fill(`عن الدراسة ${visitor.width}`)
      await button(page, t.writing.save).click()
      await page.getByRole('heading', { level: 1, name: `عن الدراسة ${visitor.width}` }).waitFor()

      await page.getByRole('link', { name: t.community.remove }).click()
      await button(page, t.writing.remove).click()
      await page.getByText(t.community.removed).waitFor()
      await shown('post-removed')
      await button(page, t.community.restore).click()
      await page.getByRole('heading', { level: 1, name: `عن الدراسة ${visitor.width}` }).waitFor()
      // The browser reports the rejection of the empty form as an error.
      if (visitor.scripts) expect(errors.filter((error) => !error.includes('400'))).toEqual([])
      await context.close()
    },
  )

  it.each((['article', 'post'] as const).filter((_, flow) => hasTurn(visitor, 1) && (IS_LONG || flow === 0)))(
    'takes comments, like an article: %s',
    async (kind) => {
      const { page, context, errors, go } = await member(visitor)
      const path =
        kind === 'article' ? `/blog/${await someArticle()}` : `/community/${await post(site.db, { title: 'x' })}`
      await go(path)
      await button(page, t.comments.sendComment).click()
      await page.getByRole('alert').first().waitFor()
      if (lang === 'en') await page.getByText('You have to write a comment').first().waitFor()
      await page.locator('#write [name=text]').fill('شكرًا **لكم**')
      await button(page, t.comments.sendComment).click()
      const comment = page.locator('[id^=comment-]').last()
      await comment.locator('strong').waitFor()
      if (visitor.scripts) expect(await page.locator('#write [name=text]').inputValue()).toBe('')
      if (visitor.scripts) await look(page, `comment-${kind}-${lang}-${visitor.width}`)

      await comment.getByRole('link', { name: t.writing.edit }).click()
      await comment.locator('[name=text]').fill('بوركتم')
      await button(page, t.writing.save).click()
      await comment.getByText('بوركتم').waitFor()
      expect(await comment.innerText()).toContain(t.comments.edited)

      await comment.getByRole('link', { name: t.writing.remove }).click()
      await comment.getByText(t.comments.removeAsk).waitFor()
      await button(page, t.writing.remove).click()
      await page.getByText(t.comments.done.removed).waitFor()
      expect(await page.getByText('بوركتم').count()).toBe(0)
      if (visitor.scripts) expect(errors.filter((error) => !error.includes('400'))).toEqual([])
      await context.close()
    },
  )
})

describe('a comment', () => {
  it('of another is answered: what is typed after the press stands in the field', async () => {
    const { page, context, go } = await member(FIRST)
    const t = textsOf('ar').comments
    const id = await post(site.db)
    const other = await member({ lang: 'ar', width: 1440, scripts: false })
    await other.go(`/community/${id}`)
    await other.page.locator('#write [name=text]').fill('من أين أبدأ؟')
    await button(other.page, t.sendComment).click()
    await go(`/community/${id}`)
    await hydrated(page)
    await page.locator('[id^=comment-]').getByRole('link', { name: t.reply }).click()
    await page.getByLabel(t.yourReply).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('text')
    await page.keyboard.type('من الأساسيات')
    await button(page, t.sendReply).click()
    await page.locator('[id^=comment-]', { hasText: 'من الأساسيات' }).getByText(t.replyTo('').trim()).waitFor()
    await context.close()
    await other.context.close()
  })

  it('of another can be reported, and the report needs a reason', async () => {
    const { page, context, go } = await member(FIRST)
    const t = textsOf('ar').comments
    const id = await post(site.db)
    const other = await member({ lang: 'ar', width: 1440, scripts: false })
    await other.go(`/community/${id}`)
    await other.page.locator('#write [name=text]').fill('إعلان')
    await button(other.page, t.sendComment).click()
    await go(`/community/${id}`)
    await page.locator('[id^=comment-]').getByRole('link', { name: t.report }).click()
    // None is chosen for the reader: a report without a reason is refused.
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
    await button(page, t.sendReport).click()
    await page.locator('fieldset').getByText(t.chooseReason).waitFor()
    // Every ready reason is enough; another one is written.
    await page.getByRole('radio', { name: t.reasons.other }).check()
    await button(page, t.sendReport).click()
    await page.locator('textarea[id^=reason][aria-invalid=true]').waitFor()
    await page.locator('textarea[id^=reason]').fill('إعلان لا صلة له')
    await look(page, 'report-ar-390')
    await button(page, t.sendReport).click()
    await page.getByText(t.done.reported).waitFor()
    await context.close()
    await other.context.close()
  })

  it('that a guest wants to write leads to the sign-in and back', async () => {
    const { page, context } = await site.visit(FIRST)
    const id = await post(site.db)
    await page.goto(`/ar/community/${id}`)
    const link = page.locator('#comments').getByRole('link', { name: textsOf('ar').comments.signInToWrite })
    expect(decodeURIComponent((await link.getAttribute('href'))!)).toBe(`/ar/login?returnTo=/ar/community/${id}#write`)
    expect(await page.locator('form[method=post]').count()).toBe(0)
    await context.close()
  })

  it('that is sent after the session ended is kept, and the sign-in says that it was not sent', async () => {
    const { page, context, go } = await member(FIRST)
    const id = await post(site.db)
    await go(`/community/${id}`)
    await hydrated(page)
    await page.locator('#write [name=text]').pressSequentially('بلا جلسة')
    await context.clearCookies()
    await button(page, textsOf('ar').comments.sendComment).click()
    await page.getByText(textsOf('ar').accounts.login.unsent).waitFor()
    expect(new URL(page.url()).searchParams.get('returnTo')).toContain(`/ar/community/${id}`)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain('بلا جلسة')
    await context.close()
  })

  it('that is changed or reported after the session ended is there again once its reader has signed in', async () => {
    const { page, context, go } = await member(FIRST)
    const { comments: t, accounts, writing } = textsOf('ar')
    const id = await post(site.db)
    const other = await member({ lang: 'ar', width: 1440, scripts: false })
    for (const [one, text] of [
      [page, 'نص لي'],
      [other.page, 'نص لغيري'],
    ] as const) {
      await one.goto(`/ar/community/${id}`)
      await one.locator('#write [name=text]').fill(text)
      await button(one, t.sendComment).click()
      await one.locator('[id^=comment-]', { hasText: text }).waitFor()
    }
    const sendWithoutSession = async (name: string) => {
      const cookies = await context.cookies()
      await context.clearCookies()
      await button(page, name).click()
      await page.getByText(accounts.login.unsent).waitFor()
      await context.addCookies(cookies)
      await page.goto(new URL(page.url()).searchParams.get('returnTo')!)
    }
    await page.locator('[id^=comment-]').getByRole('link', { name: writing.edit }).click()
    await page.locator('[id^=comment-] textarea').fill('نص غيّرته')
    await sendWithoutSession(writing.save)
    await expect.poll(() => page.locator('[id^=comment-] textarea').inputValue()).toBe('نص غيّرته')
    await go(`/community/${id}`)
    await page.locator('[id^=comment-]').getByRole('link', { name: t.report }).click()
    await page.getByRole('radio', { name: t.reasons.other }).check()
    await page.locator('textarea[id^=reason]').fill('لا صلة له')
    await sendWithoutSession(t.sendReport)
    await expect.poll(() => page.locator('textarea[id^=reason]').inputValue()).toBe('لا صلة له')
    expect(await page.getByRole('radio', { name: t.reasons.other }).isChecked()).toBe(true)
    await other.context.close()
    await context.close()
  })

  longIt('that was not sent is restored after the tab was closed', async () => {
    const { page, context, go } = await member(FIRST)
    const id = await post(site.db)
    await go(`/community/${id}`)
    await page.locator('#write [name=text]').pressSequentially('نص لم يُرسل')
    await page.close()
    const again = await context.newPage()
    await again.goto(`/ar/community/${id}`)
    await hydrated(again)
    await expect.poll(() => again.locator('#write [name=text]').inputValue()).toBe('نص لم يُرسل')
    expect(await again.evaluate(() => JSON.stringify(localStorage))).toContain('نص لم')
    await again.evaluate(() => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '/ar/logout' })
      document.body.append(form)
      form.submit()
    })
    await again.waitForURL('**/ar')
    expect(await again.evaluate(() => JSON.stringify(localStorage))).not.toContain('نص لم')
    await context.close()
  })
})

longIt('the editor works by keyboard alone: formatting, the toolbar as one Tab stop, undo', async () => {
  const { page, context, go } = await member({ lang: 'en', width: 1440, scripts: true })
  const t = textsOf('en').writing
  await go('/community/new')
  const area = page.locator('[name=content]')
  await area.focus()
  await page.keyboard.type('word')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.press('Control+b')
  expect(await area.inputValue()).toBe('**word**')
  await page.keyboard.press('Control+b')
  expect(await area.inputValue()).toBe('word')
  await page.keyboard.press('Control+z')
  expect(await area.inputValue()).toBe('**word**')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(t.marks.bold)
  await page.keyboard.press('End')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(t.marks.code)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  expect(await area.inputValue()).toBe('> **word**')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).not.toBe('content')
  await context.close()
})
