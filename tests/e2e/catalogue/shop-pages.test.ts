/** The pages of the shop and of accounts: complete in the server's first response, accessible, as wide as the window. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDay, formatRiyals } from '../../../app/locales/format.ts'
import type { Lang } from '../../../app/locales/lang.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { newPerson } from '../../support/accounts/accounts.ts'
import { expectNoSidewaysScroll, hydrated, startTestSite, type TestSite, watchErrors } from '../../support/browser.ts'
import { course, schedule, trainer } from '../../support/factories.ts'
import { openRun, payWith, signedIn, textsOf } from '../../support/learner.ts'
import { IS_LONG } from '../../support/long.ts'
import { CARDS } from '../../support/orders/orders.ts'

describe('the pages of the shop', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite()
  })
  afterAll(() => site.stop())

  const html = async (path: string) => {
    const answer = await fetch(site.address + path)
    expect(answer.status, path).toBe(200)
    return answer.text()
  }

  /** One course of each state, as the listing gives them. */
  async function courseOfEachState(): Promise<{ state: string; slug: string; id: number }[]> {
    const pages = await Promise.all(
      [1, 2].map((page) => site.call('GET', `Courses/basic-courses-paginated?PageSize=50&PageIndex=${page}`)),
    )
    const cards: { state: string; slug: string; id: number }[] = pages.flatMap(({ data }) => data.items)
    return [...new Map(cards.map((card) => [card.state, card])).values()]
  }

  it.each(['ar', 'en'] as const)('have name, price and dates of a course in the first response: %s', async (lang) => {
    const { course, run } = await openRun(site)
    const text = await html(`/${lang}/courses/${encodeURIComponent(course.slug)}`)
    const { data } = await site.call('GET', `Courses/course-by-slug?slug=${encodeURIComponent(course.slug)}`, { lang })
    expect(text).toContain(`<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">`)
    expect(text).toContain(data.name)
    expect(text).toContain(formatRiyals(run.priceHalalas))
    expect(text).toContain(formatDay(run.startsAt, lang))
    for (const unit of data.outline) expect(text).toContain(unit.title)
    for (const { question } of data.faq) expect(text).toContain(question)
  })

  it.each([
    {
      visitor: { lang: 'ar', width: 390, scripts: false } as const,
      hero: ['دبلوم', 'دورة التسعير', 'حضوري', '20 ساعة', 'متوسط'],
      box: ['1,150 ر.س', '1,500.50 ر.س', '350.50', 'الأحد، 2 مارس 2031', 'الرياض · بقي 37 مقعدًا', 'شهادة'],
      runs: [
        '2 مارس – 10 أبريل 2031',
        'الأحد والثلاثاء 5:00 م – 8:00 م',
        'القاعة الكبرى، الرياض',
        'بقي 37 مقعدًا',
        'آخر موعد للتسجيل 25 فبراير 2031',
      ],
      trainers: ['د. ليلى الحربي', 'خبير', 'سيرة'],
    },
    {
      visitor: { lang: 'en', width: 1440, scripts: true } as const,
      hero: ['Diploma', 'The pricing course', 'In person', '20 hours', 'Intermediate'],
      box: [
        'SAR 1,150',
        'SAR 1,500.50',
        'Save SAR 350.50',
        'Sunday, 2 March 2031',
        'Riyadh · 37 seats left',
        'Certificate',
      ],
      runs: [
        '2 March – 10 April 2031',
        'Sunday and Tuesday 5:00 pm – 8:00 pm',
        'Main hall, Riyadh',
        '37 seats left',
        'Enrol by 25 February 2031',
      ],
      trainers: ['Dr Layla Al-Harbi', 'Expert', 'Biography'],
    },
  ])(
    'show price, dates, seats and trainer of a course: $visitor.lang',
    async ({ visitor, hero, box, runs, trainers }) => {
      const { id, slug } = await course(site.db, {
        name: { ar: 'دورة التسعير', en: 'The pricing course' },
        ...{ category: 3, level: 2, priceHalalas: 1150_00, oldPriceHalalas: 1500_50 },
      })
      await schedule(site.db, id, {
        startsAt: new Date('2031-03-02T14:00:00Z'),
        endsAt: new Date('2031-04-10T17:00:00Z'),
        enrolmentClosesAt: new Date('2031-02-25T12:00:00Z'),
        ...{ seats: 40, heldSeats: 3 },
      })
      await trainer(site.db, { name: { ar: 'د. ليلى الحربي', en: 'Dr Layla Al-Harbi' }, courseIds: [id] })
      const { page, context } = await site.visit(visitor)
      await page.goto(`/${visitor.lang}/courses/${slug}`)
      const shown = async (part: string) => (await page.locator(part).innerText()).replaceAll(/\s+/g, ' ')
      for (const fact of hero) expect(await shown('header:has(h1)')).toContain(fact)
      for (const fact of box) expect(await shown('main aside')).toContain(fact)
      for (const fact of runs) expect(await shown('#runs')).toContain(fact)
      for (const fact of trainers) expect(await shown('#trainers')).toContain(fact)
      await context.close()
    },
  )

  it.each(['ar', 'en'] as const)(
    'a course leads to its parts, to a map of its hall, to being saved, shared and asked about: %s',
    async (lang) => {
      const name = { ar: 'دورة التفاوض', en: 'The negotiation course' }
      const { id, slug } = await course(site.db, { name })
      await schedule(site.db, id, { startsAt: new Date('2031-03-02T14:00:00Z') })
      const text = await html(`/${lang}/courses/${slug}`)
      for (const part of ['runs', 'outcomes', 'outline', 'reviews'])
        expect(text, part).toMatch(new RegExp(`href="#${part}"[^]*id="${part}"`))
      const links = [...text.matchAll(/href="([^"#]+)"/g)].map(
        ([, address]) => new URL(address!.replaceAll('&amp;', '&'), site.address),
      )
      const asks = links.find(({ host, pathname, search }) => host === 'wa.me' && pathname !== '/' && search !== '')
      expect(asks?.searchParams.get('text')).toContain(name[lang])
      expect(links.filter(({ pathname }) => pathname === '/maps/search/').length).toBeGreaterThan(0)
      const saves = links.map(({ searchParams }) => searchParams.get('returnTo'))
      expect(saves).toContain(`/${lang}/profile/saved?add=${id}`)
      expect(links.filter(({ search }) => decodeURIComponent(search).includes(slug)).length).toBeGreaterThan(2)
    },
  )

  it.each(['ar', 'en'] as const)(
    'a course on paper ends with its last words, not with an empty sheet: %s',
    async (lang) => {
      const { course } = await openRun(site)
      const { page, context } = await site.visit({ lang, width: 1440, scripts: false })
      await page.goto(`/${lang}/courses/${encodeURIComponent(course.slug)}`)
      await page.emulateMedia({ media: 'print' })
      const below = await page.evaluate(() => {
        const range = document.createRange()
        const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
        let last = 0
        while (texts.nextNode()) {
          range.selectNodeContents(texts.currentNode)
          last = Math.max(last, range.getBoundingClientRect().bottom)
        }
        return document.documentElement.getBoundingClientRect().bottom - last
      })
      expect(below).toBeLessThan(32)
      await context.close()
    },
  )

  it('the checkout calls the price by its name, keeps the button in reach, and has a short footer', async () => {
    const { path } = await openRun(site)
    const { browser } = await newPerson(site)
    const { orders } = textsOf('ar')
    const { html: page } = await browser.page(`/ar${path}`)
    expect(page).toContain(`<dt>${orders.price}</dt>`)
    expect(page).not.toContain(orders.priceBefore)
    // In the form, and at the bottom of a phone's window.
    expect(page.match(/<button[^>]*value="place"/g)).toHaveLength(2)
    expect(page).toContain('form="place-order"')
    for (const one of [page, await html('/en/login'), await html('/ar/sign-up')])
      expect(one).toMatch(/<main[^>]*data-footer="short"/)
    expect(await html('/ar')).not.toContain('data-footer="short"')
  })

  it('the home page lists as starting soon only what can be booked', async () => {
    const t = textsOf('ar')
    const text = await html('/ar')
    const soon = text.slice(text.indexOf(t.pages.home.soonTitle))
    const cards = soon.slice(0, soon.indexOf('</section>'))
    expect(cards.match(/<article/g)).toHaveLength(4)
    for (const state of ['closed', 'full', 'upcoming'] as const) expect(cards).not.toContain(t.catalogue.states[state])
  })

  it('a search is sorted by the best match, and can be sorted by newest', async () => {
    const { bestMatch } = textsOf('en').listing
    expect(await html('/en/courses')).not.toContain(bestMatch)
    expect(await html('/en/courses?search=excel')).toContain(`<option value="" selected="">${bestMatch}</option>`)
    expect(await html('/en/courses?search=excel&sort=1')).toContain('<option value="1" selected="">')
  })

  it.each(['ar', 'en'] as const)(
    'a recorded course shows neither seats nor dates before the payment: %s',
    async (lang) => {
      const { data } = await site.call('GET', 'Courses/basic-courses-paginated?CourseDeliveryMethod=2&PageSize=50')
      const recorded = data.items.find((card: { priceHalalas: number }) => card.priceHalalas > 0)
      const seat = { ar: /مقعد|موعد/, en: /seat|date/i }
      const text = await html(`/${lang}/order-details/${recorded.id}`)
      const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
      expect(main.replaceAll(/<[^>]*>/g, ' ')).not.toMatch(seat[lang])
      expect(main).toContain(textsOf(lang).orders.holdNote.recorded)
      expect(await html(`/${lang}/courses/${encodeURIComponent(recorded.slug)}`)).not.toContain(
        textsOf(lang).course.seatHeld,
      )
    },
  )

  it('a free course has no payment step and no price in riyals', async () => {
    const free = (await courseOfEachState()).find(({ state }) => state === 'free')!
    const text = await html(`/en/order-details/${free.id}`)
    const { freeSteps, steps } = textsOf('en').orders
    for (const step of freeSteps) expect(text).toContain(`<span>${step}</span>`)
    expect(text).not.toContain(`<span>${steps[1]}</span>`)
    expect(text.slice(text.indexOf('<main'), text.indexOf('</main>'))).not.toContain('SAR')
  })

  it('a former slug redirects permanently, an unknown one leads to the error page', async () => {
    const former = await fetch(`${site.address}/ar/courses/${encodeURIComponent('دبلوم-إدارة-الأعمال')}`, {
      redirect: 'manual',
    })
    expect([former.status, decodeURI(former.headers.get('location')!)]).toEqual([
      301,
      '/ar/courses/دبلوم-إدارة-الأعمال-التطبيقي',
    ])
    const unknown = await fetch(`${site.address}/ar/courses/${encodeURIComponent('لا-توجد')}`, { redirect: 'manual' })
    expect([unknown.status, unknown.headers.get('location')]).toEqual([302, '/error'])
  })

  it.each([
    ['/xx/courses', '/error'],
    ['/no-such-page', '/error'],
    ['/ar/order-details/999999', '/error'],
    ['/ar/order-details/none', '/error'],
    ['/ar/courses?specialization=999&sub=3&level=1', '/ar/courses?level=1'],
    ['/', '/ar'],
  ])('%s leads to %s', async (path, target) => {
    const answer = await fetch(site.address + path, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, target])
  })

  it('the error page has status 404 and the language that was used last', async () => {
    for (const [headers, lang] of [
      [{}, 'ar'],
      [{ 'Accept-Language': 'en-GB' }, 'en'],
      [{ 'Accept-Language': 'en', Cookie: 'lang=ar' }, 'ar'],
    ] as [Record<string, string>, Lang][]) {
      const answer = await fetch(`${site.address}/error`, { headers })
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain(textsOf(lang).shell.errorTitle)
    }
  })

  it('are the same for every guest, with a policy that allows no foreign script', async () => {
    const { course } = await openRun(site)
    for (const path of [
      // With an unknown query, so that both are rendered and not cached.
      '/ar/courses?uncached=1',
      '/en/courses?search=excel',
      `/ar/courses/${encodeURIComponent(course.slug)}?made=anew`,
      '/en/login?made=anew',
    ]) {
      const [first, second] = await Promise.all([fetch(site.address + path), fetch(site.address + path)])
      expect(await first.text(), path).toBe(await second.text())
      expect(first.headers.get('content-security-policy')).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')+;/)
      expect(first.headers.get('set-cookie')).toBeNull()
    }
  })

  it.each([
    ['ar', 390],
    ['en', 1440],
  ] as const)('axe finds nothing: %s, %i px', { timeout: 240_000 }, async (lang, width) => {
    const t = textsOf(lang)
    const { page, context } = await site.visit({ lang, width, scripts: true })
    const errors = watchErrors(page)
    const look = async () => {
      expect(await page.locator('h1').count(), page.url()).toBe(1)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
    const states = await courseOfEachState()
    expect(states.map(({ state }) => state).sort()).toEqual(['closed', 'few-seats', 'free', 'full', 'open', 'upcoming'])
    const { path } = await openRun(site)
    // Pages that need no choice are checked in every-page.test.ts.
    const paths = [
      '/courses?search=excel&level=2&sort=3',
      '/courses?search=zzzzqqqq',
      '/courses?page=2',
      ...states.map(({ slug }) => `/courses/${encodeURIComponent(slug)}`),
      ...states.map(({ id }) => `/order-details/${id}`),
      `${path}?coupon=WELCOME10`,
      `${path}?coupon=PAUSED`,
    ]
    // In a short run both windows take turns, and see each state as a course or as an order.
    const turn = lang === 'ar' ? 0 : 2
    for (const one of paths.filter((_, place) => IS_LONG || place % 4 === turn)) {
      await page.goto(`/${lang}${one}`)
      await look()
    }

    if (IS_LONG || lang === 'en')
      for (const form of ['/login', '/sign-up']) {
        await page.goto(`/${lang}${form}`)
        // Before that the browser checks the form, which leaves no marks of its own.
        await hydrated(page)
        await page.locator('main form:has([name=password]) button[type=submit]').last().click()
        await page.locator('[aria-invalid=true]').first().waitFor()
        await look()
      }

    // In a short run only the Arabic visitor orders; the English one has seen the forms.
    if (!IS_LONG && lang === 'en') return context.close()
    await signedIn(site, context, lang)
    await page.goto(`/${lang}${path}`)
    await look()
    await page.getByRole('button', { name: t.orders.placeOrder.run }).click()
    await page.waitForURL('**/sandbox-payment/**')
    await look()
    await page.locator('form:has([name=number]) button').click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    await look()
    await page.goto(`/${lang}${path}`)
    await page.getByText(t.orders.resumeTitle).waitFor()
    await look()
    await page.getByRole('link', { name: t.orders.resume }).click()
    await payWith(page, CARDS.poor)
    await page.waitForURL('**/order-canceled?**')
    await look()
    await page.goto(`/${lang}${path}`)
    await page.getByRole('button', { name: t.orders.placeOrder.run }).click()
    await payWith(page, CARDS.good)
    await page.waitForURL('**/order-approved?**')
    await page.getByRole('heading', { name: t.orders.approved.title }).waitFor()
    await look()
    // Chromium reports every rejected form as an error.
    expect(errors.filter((error) => !/status of 4(00|09|22)/.test(error))).toEqual([])
    await context.close()
  })
})
