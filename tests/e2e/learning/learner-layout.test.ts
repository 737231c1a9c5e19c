/** How pages are laid out for a learner, on a phone and on a desktop. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { texts as ar } from '../../../app/locales/ar/index.ts'
import { texts as en } from '../../../app/locales/en/index.ts'
import { hydrated } from '../../support/browser.ts'
import { course, order, review, schedule } from '../../support/factories.ts'
import { DESKTOP, PHONE, PLAIN_PHONE, startLearnerSite } from '../../support/learner-site.ts'
import { courses, fields, opened, wide } from '../../support/pages/header.ts'

const { site, learner, recorded, run, asLearner, courseAddress } = await startLearnerSite()
afterAll(() => site.stop())

/** The offset of an element's centre from the centre of another, in pixels along the line. */
const offCentre = (page: Page, inner: string, outer: string) =>
  page.evaluate(
    ([one, other]) => {
      const centre = (selector: string) => {
        const { left, right } = document.querySelector(selector)!.getBoundingClientRect()
        return (left + right) / 2
      }
      return Math.abs(centre(one!) - centre(other!))
    },
    [inner, outer],
  )

const menuButton = (page: Page) => page.locator(`header summary[aria-label="${ar.shell.menu}"]`)

describe('on a phone, in Arabic', () => {
  it('the profile begins with the courses, and the side menu leads to them', async () => {
    const { page, context } = await asLearner(PHONE)
    await page.goto('/ar/profile/orders')
    const courses = '/ar/profile/courses'
    expect(await page.locator('main nav a').first().getAttribute('href')).toBe(courses)
    await hydrated(page)
    await menuButton(page).click()
    await page.locator(`[role=dialog] a[href="${courses}"], dialog a[href="${courses}"]`).first().waitFor()
    await context.close()
  })

  it('the checkout is compact: the course without its picture, and the whole in two screens', async () => {
    const { page, context } = await asLearner(PLAIN_PHONE)
    const { id } = await course(site.db)
    await page.goto(`/ar/order-details/${id}/${await schedule(site.db, id)}`)
    expect(await page.locator('main img:visible').count()).toBe(0)
    const main = (await page.locator('main').boundingBox())!
    expect(main.height).toBeLessThan(2 * 844)
    await context.close()
  })

  it('the cards of the listing are low', async () => {
    const { page, context } = await site.visit(PLAIN_PHONE)
    await page.goto('/ar/courses')
    const heights = await page
      .locator('main article')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height))
    expect(heights.length).toBeGreaterThan(5)
    // Those of the desktop are 440 px high.
    expect(Math.max(...heights)).toBeLessThan(300)
    await context.close()
  })

  it('empty fields in which both languages may be typed begin at the right', async () => {
    const { page, context } = await asLearner(PHONE)
    for (const path of ['/ar/contact', '/ar/services', '/ar/profile', '/ar/community/new', courseAddress('ar')]) {
      await page.goto(path)
      const wrong = await page
        .locator('main :is(input, textarea)[dir=auto]')
        .evaluateAll((all) =>
          (all as HTMLInputElement[])
            .filter((field) => field.value === '' && getComputedStyle(field).direction !== 'rtl')
            .map(({ name }) => name),
        )
      expect(wrong, path).toEqual([])
    }
    expect(await page.locator('main textarea[dir=auto]').count()).toBeGreaterThan(0)
    await context.close()
  })

  it('nothing speaks of dropping a file where nothing can be dragged', async () => {
    const { page, context } = await asLearner(PHONE)
    const client = await context.newCDPSession(page)
    const drop = page.getByText(ar.uploads.file.drop)
    await page.goto('/ar/community/new')
    await hydrated(page)
    await drop.waitFor()
    await client.send('Emulation.setEmulatedMedia', { features: [{ name: 'pointer', value: 'coarse' }] })
    await client.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await drop.waitFor({ state: 'hidden' })
    await context.close()
  })
})

describe('on a desktop', () => {
  it('a date in the filters has room for its last digit and its calendar', async () => {
    const { page, context } = await site.visit(DESKTOP)
    await page.goto('/en/courses')
    const widths = await page
      .locator('main input[type=date]')
      .evaluateAll((all) => all.map((field) => field.getBoundingClientRect().width))
    expect(widths).toHaveLength(2)
    // In 14.5 px with its padding and its button it takes 145.
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(145)
    await context.close()
  })

  it('the page that thanks stands in the middle, and the signs of sharing in their circles', async () => {
    const { page, context } = await asLearner(DESKTOP)
    await page.goto(`/en/order-approved?order=${run.orderId}`)
    expect(await offCentre(page, 'main [role=status] p', 'main [role=status] h1')).toBeLessThan(1)
    const posts = await site.call('GET', 'Posts/filter-posts?PageSize=1')
    await page.goto(`/en/community/${posts.data.items[0].id}`)
    const sign = 'main a[href^="https://wa.me/?text"]'
    expect(await offCentre(page, `${sign} svg`, sign)).toBeLessThan(1)
    await context.close()
  })

  it('the final deletion has the colour of danger', async () => {
    const { page, context } = await asLearner(DESKTOP)
    await page.goto('/en/profile/data')
    const button = page.getByRole('button', { name: en.profile.data.delete.submit })
    const [colour, danger] = await button.evaluate((element) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.background = 'var(--error)'
      return [getComputedStyle(element).backgroundColor, getComputedStyle(probe).backgroundColor]
    })
    expect(colour).toBe(danger)
    await context.close()
  })

  it('no page of the profile leaves its right third empty', async () => {
    const { page, context } = await asLearner(DESKTOP)
    for (const path of ['', '/courses', '/security', '/orders', '/notifications', '/data']) {
      await page.goto(`/en/profile${path}`)
      const [end, edge] = await page.locator('main').evaluate((main) => {
        const panels = [...main.querySelectorAll('h1, h2, h3, section, article')]
        const nav = document.querySelector('header nav')!.closest('div')!.getBoundingClientRect()
        return [Math.max(...panels.map((panel) => panel.getBoundingClientRect().right)), nav.right]
      })
      expect(edge! - end!, path).toBeLessThan(100)
    }
    await context.close()
  })

  it('the summary of reviews and the page of an order are as high as what they hold', async () => {
    const { page, context } = await asLearner(DESKTOP)
    await page.goto('/en/reviews')
    const summary = await page
      .getByText(/^\d+%$/)
      .first()
      .evaluate((bar) => {
        let part = bar as HTMLElement
        while (part.clientWidth < 900) part = part.parentElement!
        return part.clientHeight
      })
    expect(summary).toBeLessThan(320)
    await page.goto(`/en/order-details/${run.courseId}/${run.scheduleId}`)
    const heights = await page.locator('main').evaluate((main) => [main.scrollHeight, innerHeight])
    expect(heights[0]!).toBeLessThan(heights[1]! * 1.6)
    await context.close()
  })

  it('the programmes menu is as high as its fields, or as their courses', async () => {
    const { page, context } = await site.visit(wide('en'))
    await opened(page, 'en')
    const list = await fields(page).last().boundingBox()
    const panel = await courses(page).evaluate((part) => {
      const links = [...part.querySelectorAll('a')].map((link) => link.getBoundingClientRect().bottom)
      const { top, bottom } = part.getBoundingClientRect()
      return { top, bottom, lastLink: Math.max(top, ...links) }
    })
    const content = Math.max(list!.y + list!.height, panel.lastLink)
    expect(panel.bottom - content).toBeLessThan(120)
    await context.close()
  })

  it('a course shows by its sign how it is given: a place, a film, a call', async () => {
    const { page, context } = await site.visit(DESKTOP)
    const signs = []
    for (const delivery of [1, 2, 3] as const) {
      const { slug } = await course(site.db, { delivery })
      await page.goto(`/en/courses/${slug}`)
      const fact = page.locator('main header li').filter({ hasText: en.catalogue.delivery[delivery] })
      signs.push((await fact.locator('use').getAttribute('href'))!.split('#')[1])
    }
    expect(signs).toEqual(['map-pin', 'play', 'video'])
    await context.close()
  })

  it('a learner prints a course without the form for a review', async () => {
    const { page, context } = await asLearner(DESKTOP)
    await page.goto(courseAddress('en'))
    const comment = page.locator('[name=comment]')
    expect(await comment.isVisible()).toBe(true)
    await page.emulateMedia({ media: 'print' })
    expect(await comment.isVisible()).toBe(false)
    await context.close()
  })

  it('a seat that a company paid for is no free course in the list of orders', async () => {
    const { id } = await course(site.db)
    const price = { totalHalalas: 0, discountHalalas: 100_000 }
    await order(site.db, { courseId: id, userId: learner.user.id, ...price })
    const { page, context } = await asLearner(DESKTOP)
    await page.goto('/en/profile/orders')
    await page.getByText(en.profile.orders.nothingToPay, { exact: true }).waitFor()
    await context.close()
  })

  it('signing out has a sign of its own, in the menu of the account', async () => {
    const { page, context } = await asLearner(DESKTOP)
    await page.goto('/en/faq')
    const button = page.locator('form[action$="/logout"] button').first()
    expect(await button.locator('use').getAttribute('href')).toMatch(/#sign-out$/)
    await context.close()
  })

  it('the search of the home page has room for a question in a window of 1024 px', async () => {
    for (const lang of ['ar', 'en'] as const) {
      const { page, context } = await site.visit({ ...DESKTOP, lang })
      await page.setViewportSize({ width: 1024, height: 800 })
      await page.goto(`/${lang}`)
      const search = page.locator('main').getByRole('search').first()
      const field = (await search.getByRole('searchbox').boundingBox())!
      expect(field.width).toBeGreaterThan(300)
      await context.close()
    }
  })

  it('an Arabic name in an English page keeps the height of an Arabic line', async () => {
    const { page, context } = await asLearner(DESKTOP)
    const name = 'سارة القحطاني'
    await review(site.db, { courseId: recorded.id, userName: { ar: name, en: name } })
    await page.goto(courseAddress('en'))
    const names = page.locator('main bdi[lang=ar]')
    expect(await names.count()).toBeGreaterThan(0)
    const leading = await names.evaluateAll((all) =>
      all.map((name) => {
        const { lineHeight, fontSize } = getComputedStyle(name)
        return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)
      }),
    )
    expect(Math.min(...leading)).toBeGreaterThanOrEqual(1.49)
    await context.close()
  })

  it('a mobile number has the sign of a mobile', async () => {
    const { page, context } = await asLearner(DESKTOP)
    await page.goto('/en/profile/security')
    const row = page.locator('main li').filter({ hasText: en.profile.security.guards.phone.title })
    expect(await row.locator('use').first().getAttribute('href')).toMatch(/#mobile$/)
    await context.close()
  })
})
