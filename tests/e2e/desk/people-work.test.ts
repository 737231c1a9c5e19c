/** The daily work of support: templates, duplicates that become one, the filter list, and an application that is judged. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newFormToken } from '../../../app/features/leads/form-token.server.ts'
import { deskTexts as ar } from '../../../app/locales/ar/desk/index.ts'
import { deskTexts as en } from '../../../app/locales/en/desk/index.ts'
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import { askedForNews } from '../../../db/news-choice.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { contextAs } from '../../support/api-as.ts'
import { pdf } from '../../support/attacks/upload-corpus.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  picture,
  startTestSite,
  type TestSite,
  type Visitor,
} from '../../support/browser.ts'
import { course, learner, order } from '../../support/factories.ts'
import { inTurn } from '../../support/long.ts'
import { type Member, signedInMember, tokenOf } from '../../support/signed-in.ts'
import { postCategory } from '../../support/writing.ts'

const WAYS: Visitor[] = [
  { lang: 'ar', width: 390, scripts: true },
  { lang: 'en', width: 1440, scripts: false },
]

let site: TestSite
let admin: Member
beforeAll(async () => {
  site = await startTestSite()
  admin = await signedInMember(site, ['Admin'])
})
afterAll(() => site.stop())

const asAdmin = async (context: BrowserContext) =>
  context.addCookies([{ name: 'access', value: await tokenOf(site, admin.user), url: site.address }])

async function look(page: Page, { scripts, lang, width }: Visitor, name: string): Promise<void> {
  if (scripts) {
    await hydrated(page)
    await expectAccessible(page)
  }
  await expectNoSidewaysScroll(page)
  await picture(page, `${name}-${lang}-${width}`)
}

describe.each(inTurn(...WAYS))('$lang, $width px, scripts: $scripts', (visitor) => {
  const { lang, scripts } = visitor
  const t = lang === 'ar' ? ar : en
  const desk = (path: string) => `/${lang}/desk/${path}`

  it('a template is written with fields, and two enquiries of one sender become one', async () => {
    const { page, context } = await site.visit(visitor)
    await asAdmin(context)
    await page.goto(desk('enquiries/templates/new'))
    await look(page, visitor, 'people-template-new')
    const { templates, merging } = t.enquiries
    await page.locator('[id="name.ar"]').fill('موعد')
    await page.locator('[id="name.en"]').fill('Date')
    await page.locator('[id="body.ar"]').fill('أهلًا {name}، رقمك {referense}')
    await page.locator('[id="body.en"]').fill('Dear {name}, about {reference}')
    await page.getByRole('button', { name: templates.create, exact: true }).click()
    // A field that does not exist is named at its text, and nothing that was typed is lost.
    await page.locator('[id="body.ar-error"]', { hasText: '{referense}' }).waitFor()
    expect(await page.locator('[id="body.en"]').inputValue()).toBe('Dear {name}, about {reference}')
    await page.locator('[id="body.ar"]').fill('أهلًا {name}، رقمك {reference}')
    await page.getByRole('button', { name: templates.create, exact: true }).click()
    await page.getByText(templates.done.created!).waitFor()

    const sender = { name: 'سارة', email: `twice-${lang}@visitor.example`, phone: '0551234567', subject: 1 }
    const send = async (message: string) =>
      (await site.call<{ reference: string }>('POST', 'Contact', { body: { ...sender, message }, lang })).data.reference
    const [first, second] = [await send('متى تبدأ؟'), await send('أعيد سؤالي')]
    await page.goto(desk(`enquiries/${second}`))
    await page.getByLabel(templates.use).selectOption({ label: lang === 'ar' ? 'موعد' : 'Date' })
    await page.getByRole('button', { name: templates.insert }).click()
    await expect.poll(() => page.locator('#answer-body').inputValue()).toMatch(new RegExp(`سارة.*${second}`))
    await page.goto(desk(`enquiries/${second}`))
    // That no order has the sender's address is said to those who search for it.
    const { order: orders } = t.enquiries
    await page.getByLabel(orders.search).waitFor()
    expect(await page.getByText(orders.none).count()).toBe(0)
    await page.getByRole('button', { name: orders.find, exact: true }).click()
    await page.getByText(orders.none).waitFor()
    await page.goto(desk(`enquiries/${second}`))
    await page.locator('summary', { hasText: merging.title }).click()
    await page.locator('#merge-into').selectOption(first)
    await page.getByRole('button', { name: merging.submit, exact: true }).click()
    await page.waitForURL(new RegExp(first))
    await page.getByText('أعيد سؤالي').first().waitFor()
    await look(page, visitor, 'people-merged')
    await page.goto(desk(`enquiries/${second}`))
    await page.getByText(merging.mergedInto).waitFor()
    await context.close()
  })

  it('two accounts of one person become one, after a preview', async () => {
    const [former, kept] = [await learner(site.db), await learner(site.db)]
    const name = { first_name: 'هدى', last_name: lang === 'ar' ? 'الزهراني' : 'العمري' }
    await site.db.updateTable('users').set(name).where('id', 'in', [former.id, kept.id]).execute()
    await order(site.db, { courseId: (await course(site.db)).id, userId: former.id })
    const { page, context } = await site.visit(visitor)
    await asAdmin(context)
    await page.goto(desk(`learners/${former.id}/merge`))
    await look(page, visitor, 'people-merge-choose')
    const { merge } = t.learners.data
    await page
      .getByRole('link', { name: `${name.first_name} ${name.last_name}` })
      .last()
      .click()
    await page.locator('main dt', { hasText: merge.kinds.orders }).waitFor()
    await page.getByRole('button', { name: merge.submit, exact: true }).click()
    await page.locator('#reason-error').waitFor()
    await page.locator('#reason').fill('One person, by phone')
    await look(page, visitor, 'people-merge')
    await page.getByRole('button', { name: merge.submit, exact: true }).click()
    await page.getByText(t.learners.done.merge!).waitFor()
    expect(page.url()).toContain(`/learners/${kept.id}`)
    const moved = await site.db.selectFrom('orders').select('user_id').where('user_id', '=', kept.id).execute()
    expect(moved).toHaveLength(1)
    await context.close()
  })

  it('a ban that a colleague has lifted meanwhile is lifted', async () => {
    const writer = await signedInMember(site)
    const { data } = await writer.call<{ id: number; author: { id: number } }>('POST', 'Posts', {
      title: `An advert, ${lang}`,
      content: 'Cheap watches',
      categoryId: await postCategory(site.db),
      publishDate: site.services.now().toISOString(),
    })
    await (await signedInMember(site)).call('POST', 'Reports', { kind: 'post', id: data.id, reason: 'advert' })
    const cases = (await admin.call<{ items: { id: number }[] }>('GET', 'admin/reports')).data.items
    await admin.call('POST', `admin/reports/${cases.at(-1)!.id}`, { decision: 'ban', reason: 'An advert' })
    const { page, context } = await site.visit(visitor)
    await asAdmin(context)
    await page.goto(desk('moderation/bans'))
    await look(page, visitor, 'people-bans')
    expect((await admin.call('DELETE', `admin/bans?authorId=${data.author.id}`)).status).toBe(200)
    await page
      .locator('form', { has: page.locator(`[name=authorId][value="${data.author.id}"]`) })
      .locator('button')
      .click()
    await page.getByText(t.people.moderation.done.lift!).waitFor()
    expect(await page.locator(`[name=authorId][value="${data.author.id}"]`).count()).toBe(0)
    await context.close()
  })

  it('an account is erased after a preview of what stays', async () => {
    const facts = { firstName: 'ريم', lastName: lang === 'ar' ? 'الدوسري' : 'السبيعي' }
    const person = await learner(site.db, facts)
    await order(site.db, { courseId: (await course(site.db)).id, userId: person.id })
    const { page, context } = await site.visit(visitor)
    await asAdmin(context)
    await page.goto(desk(`learners/${person.id}`))
    const { erase } = t.learners.data
    await page.getByRole('link', { name: erase.title }).click()
    const stays = page.locator('main dl > div', { has: page.locator('dt', { hasText: erase.figures.orders }) })
    expect(await stays.locator('dd').innerText()).toBe('1')
    await look(page, visitor, 'people-erase')
    await page.locator('select[name=reason]').selectOption('request')
    await page.getByRole('button', { name: erase.submit, exact: true }).click()
    await page.getByText(t.learners.done.erased!).waitFor()
    const account = site.db.selectFrom('users').select(['first_name', 'status']).where('id', '=', person.id)
    expect(await account.executeTakeFirst()).toEqual({ first_name: '', status: 'erased' })
    const orders = await site.db.selectFrom('orders').select('id').where('user_id', '=', person.id).execute()
    expect(orders).toHaveLength(1)
    await context.close()
  })

  it('chosen learners get a message that was seen before, each in their language', async () => {
    const name = { firstName: 'ندى', lastName: lang === 'ar' ? 'الحارثي' : 'الشمراني' }
    const emails = { ar: `nada-${lang}@arabic.example`, en: `nada-${lang}@english.example` }
    for (const own of ['ar', 'en'] as const) {
      const { id } = await learner(site.db, { ...name, lang: own, email: emails[own] })
      await askedForNews(id, new Date()).execute(site.db)
    }
    const { page, context } = await site.visit(visitor)
    await asAdmin(context)
    await page.goto(desk(`learners?query=${encodeURIComponent(`ندى ${name.lastName}`)}`))
    if (scripts) await hydrated(page)
    for (const box of await page.locator('input[name=chosen]').all()) await box.check()
    await page.getByRole('button', { name: t.learnerMessages.message, exact: true }).click()
    await page.waitForURL(/learners\/message/)
    await page.locator('[name="subject.ar"]').fill(`خبر ${lang}`)
    await page.locator('[name="text.ar"]').fill('أهلًا {name}')
    await page.getByRole('button', { name: t.messageForm.preview }).click()
    // One of them reads English.
    await page.locator('[name="subject.en"][aria-invalid=true]').waitFor()
    await page.locator('[name="subject.en"]').fill(`News ${lang}`)
    await page.locator('[name="text.en"]').fill('Dear {name}')
    await page.getByRole('button', { name: t.messageForm.preview }).click()
    await page.getByText(t.messageForm.noUndo).waitFor()
    await look(page, visitor, 'people-message')
    await page.getByRole('button', { name: t.messageForm.send(2), exact: true }).click()
    await page.getByText(t.learnerMessages.sending).waitFor()
    await look(page, visitor, 'people-messages')
    const textFor = async (own: 'ar' | 'en', subject: string) =>
      (await site.mails(emails[own])).find((mail) => mail.subject?.includes(subject))?.text
    const timeout = 15_000
    await expect.poll(() => textFor('ar', `خبر ${lang}`), { timeout }).toContain('أهلًا ندى')
    await expect.poll(() => textFor('en', `News ${lang}`), { timeout }).toContain('Dear ندى')
    await context.close()
  })

  it('a word of the filter list holds a post until somebody shows it', async () => {
    const word = `قمار${lang}`
    const { page, context } = await site.visit(visitor)
    await asAdmin(context)
    const { moderation } = t.people
    await page.goto(desk('moderation/filters'))
    await page.locator('[name=value]').fill(word)
    await page.getByRole('button', { name: moderation.addFilter, exact: true }).click()
    await page.getByText(moderation.done.addFilter!).waitFor()
    const writer = await signedInMember(site)
    const facts = { categoryId: await postCategory(site.db), publishDate: site.services.now().toISOString() }
    const title = `سؤال ${lang}`
    const { data } = await writer.call<{ id: number }>('POST', 'Posts', { ...facts, title, content: `عن ${word} هنا` })
    const seen = async () => (await site.call('GET', `Posts/post-by-id?id=${data.id}`)).status
    expect(await seen()).toBe(404)
    await page.goto(desk('moderation'))
    const found = page.getByRole('region', { name: title })
    await found.getByText(word).first().waitFor()
    await look(page, visitor, 'people-held')
    await found.getByRole('button', { name: moderation.keep.submit, exact: true }).click()
    await page.getByText(moderation.done.keep!).waitFor()
    expect(await seen()).toBe(200)
    await context.close()
  })

  it('an application is read with its CV in place, and scored by criteria that keep their words', async () => {
    const reference = await anApplication(lang)
    const { page, context } = await site.visit(visitor)
    await asAdmin(context)
    const { application, criteria } = t.enquiries
    const words = { ar: `خبرة ${lang}`, en: `Experience ${lang}` }
    await page.goto(desk('enquiries/criteria'))
    await page.locator('[id="name.ar"]').last().fill(words.ar)
    await page.locator('[id="name.en"]').last().fill(words.en)
    await page.getByRole('button', { name: criteria.add, exact: true }).click()
    await page.getByText(criteria.done.added!).waitFor()
    await look(page, visitor, 'people-criteria')

    await page.goto(desk(`enquiries/${reference}`))
    await page.locator('summary', { hasText: application.view }).click()
    const address = scripts
      ? await page.locator(`iframe[title="${application.cv}"]`).getAttribute('src')
      : await page.getByRole('link', { name: application.cv, exact: true }).getAttribute('href')
    const cv = await context.request.get(address!)
    expect([cv.status(), cv.headers()['content-type'], cv.headers()['content-disposition']]).toEqual([
      ...[200, 'application/pdf'],
      expect.stringMatching(/^inline/),
    ])
    await page.getByLabel(words[lang]).selectOption('4')
    await page.locator('#score-note').fill('Worth a talk')
    await page.getByRole('button', { name: application.save, exact: true }).click()
    await page.getByText('Worth a talk').first().waitFor()
    await look(page, visitor, 'people-application')

    await page.goto(desk('enquiries/criteria'))
    await page.locator('summary', { hasText: words[lang] }).first().click()
    const form = page.locator('details[open] form')
    await form.locator('[name="name.ar"]').fill('تدريب')
    await form.locator('[name="name.en"]').fill('Training')
    await form.getByRole('button', { name: criteria.rename, exact: true }).click()
    await page.getByText(criteria.done.renamed!).waitFor()
    await page.goto(desk(`enquiries/${reference}`))
    // The score was given by the earlier words, and says so.
    await page.getByText(`${words[lang]}: ${application.outOf('4')}`).waitFor()
    await page.getByText(application.formerName).waitFor()
    await context.close()
  })
})

/** Of a visitor, with a CV. */
async function anApplication(lang: 'ar' | 'en'): Promise<string> {
  const ctx = contextAs(site, null)
  const stamp = newFormToken({ ...ctx, now: () => new Date(ctx.now().getTime() - MINUTE_MS) }, 'trainer')
  const sent = await fetch(`${site.address}/api/TrainerApplications/cv?stamp=${encodeURIComponent(stamp)}`, {
    ...{ method: 'POST', body: Uint8Array.from(pdf()) },
    headers: { 'X-File-Name': 'cv.pdf', 'Content-Type': 'application/octet-stream' },
  })
  const { data: cv } = (await sent.json()) as { data: { id: string } }
  const body = {
    ...{ name: 'هند العتيبي', email: `hind-${lang}@trainer.example`, phone: '0551234567', birthdate: '1985-03-09' },
    ...{ gender: 2, identityNumber: '1000000008', country: 'SA', address: 'الرياض', qualification: 'ماجستير' },
    ...{
      graduationYear: 2010,
      jobTitle: 'مديرة مالية',
      yearsOfExperience: 12,
      currentJob: 'مديرة',
      specialty: 'مالية',
    },
    ...{ academicRank: '', experienceDescription: 'درّبت فرقًا.', researches: [], courses: [], organization: '' },
    cvId: cv.id,
  }
  const { data } = await site.call<{ reference: string }>('POST', 'TrainerApplications', { body, lang })
  return data.reference
}
