/** What members write is shown in other people's browsers: nothing in it runs there or sends requests. */
import { sql } from 'kysely'
import { marked } from 'marked'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ELSEWHERE, XSS_VECTORS } from '../../support/attacks/xss-vectors.ts'
import { hydrated, startTestSite, type TestSite } from '../../support/browser.ts'
import { post } from '../../support/writing.ts'

/** The number of comments on one page of a post. */
const COMMENTS = 100
const WALK = 200_000

describe('texts that would attack their readers', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite()
  })
  afterAll(() => site.stop())

  /** What ran, what was called, what could be clicked to run. */
  async function watched(page: Page) {
    const calls: string[] = []
    const dialogs: string[] = []
    page.on('request', (request) => {
      if (request.url().includes(ELSEWHERE)) calls.push(request.url())
    })
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    const dangers = () =>
      page.evaluate(() => {
        const own = [...document.querySelectorAll('main *')]
        const found: string[] = '__ran' in window ? ['a script ran'] : []
        for (const element of own) {
          for (const { name, value } of element.attributes) {
            if (name.startsWith('on') || name === 'style' || name === 'srcdoc') found.push(`${element.tagName} ${name}`)
            const scheme = /^\s*([a-z-]+):/i.exec(value)?.[1]?.toLowerCase()
            if (/^(href|src|action|data|xlink:href)$/.test(name) && scheme && !/^(https?|mailto|tel)$/.test(scheme))
              found.push(`${element.tagName} ${name}=${value.slice(0, 40)}`)
          }
          if (/^(IFRAME|OBJECT|EMBED|BASE|META|LINK|STYLE|MATH)$/.test(element.tagName)) found.push(element.tagName)
        }
        return found
      })
    return { calls, dialogs, dangers }
  }

  it(`are harmless as comments, contents, titles and names: ${XSS_VECTORS.length} of them`, {
    timeout: WALK,
  }, async () => {
    expect(XSS_VECTORS.length).toBeGreaterThanOrEqual(500)
    const context = await site.browser.newContext({ baseURL: site.address, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const { calls, dialogs, dangers } = await watched(page)
    // The API rejects a NUL; nothing with one is stored.
    const stored = XSS_VECTORS.map((vector) => vector.replaceAll('\u0000', ''))
    for (let from = 0; from < stored.length; from += COMMENTS) {
      const some = stored.slice(from, from + COMMENTS)
      const id = await post(site.db, { title: some[0]!.slice(0, 200), content: some.join('\n\n') })
      await sql`
        with written as (
          insert into authors (name) select jsonb_build_object('ar', vector) from unnest(${some}::text[]) as vector
          returning id, name ->> 'ar' as vector
        )
        insert into comments (post_id, author_id, text, created_at)
        select ${id}::int, id, vector, now() from written`.execute(site.db)
      await page.goto(`/en/community/${id}?comments=${COMMENTS / 20}`)
      await hydrated(page)
      expect(await page.locator('[id^=comment-]').count()).toBeGreaterThanOrEqual(some.length)
      expect(await dangers(), `post ${id}`).toEqual([])
    }
    await page.goto('/en/community')
    await hydrated(page)
    expect(await dangers()).toEqual([])
    expect([calls, dialogs]).toEqual([[], []])
    await context.close()
  })

  it('would be detected without sanitizing', async () => {
    const context = await site.browser.newContext()
    const page = await context.newPage()
    const { calls, dangers } = await watched(page)
    const html = XSS_VECTORS.map((vector) => marked.parse(vector, { async: false })).join('\n')
    await page.goto('about:blank')
    await page.setContent(`<main>${html}</main>`, { waitUntil: 'commit' }).catch(() => undefined)
    await expect.poll(() => calls.length).toBeGreaterThan(0)
    expect((await dangers().catch(() => ['left the page'])).length).toBeGreaterThan(0)
    await context.close()
  })
})
