/** The room of people at the desk: an enquiry answered, a text removed and brought back, a learner blocked. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appeals as arAppeals } from '../../../app/locales/ar/appeals.ts'
import { enquiries as arEnquiryWork } from '../../../app/locales/ar/desk/enquiries.ts'
import { learners as arLearners } from '../../../app/locales/ar/desk/learners.ts'
import { people as arPeople } from '../../../app/locales/ar/desk/people.ts'
import { enquiries as arEnquiries } from '../../../app/locales/ar/enquiries.ts'
import { problemTexts as arProblems } from '../../../app/locales/ar/problems.ts'
import { appeals as enAppeals } from '../../../app/locales/en/appeals.ts'
import { enquiries as enEnquiryWork } from '../../../app/locales/en/desk/enquiries.ts'
import { learners as enLearners } from '../../../app/locales/en/desk/learners.ts'
import { people as enPeople } from '../../../app/locales/en/desk/people.ts'
import { enquiries as enEnquiries } from '../../../app/locales/en/enquiries.ts'
import { problemTexts as enProblems } from '../../../app/locales/en/problems.ts'
import type { SignedInUser } from '../../../app/platform/context.server.ts'
import { expectAccessible } from '../../support/accessible.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  picture,
  startTestSite,
  type TestSite,
  type Visitor,
} from '../../support/browser.ts'
import { learner } from '../../support/factories.ts'
import { holdForms } from '../../support/held-scripts.ts'
import { inTurn } from '../../support/long.ts'
import { type Member, signedInMember, tokenOf } from '../../support/signed-in.ts'
import { postCategory } from '../../support/writing.ts'

const TEXTS = {
  ar: {
    people: arPeople,
    learners: arLearners,
    appeals: arAppeals,
    enquiries: arEnquiries,
    enquiryWork: arEnquiryWork,
  },
  en: {
    people: enPeople,
    learners: enLearners,
    appeals: enAppeals,
    enquiries: enEnquiries,
    enquiryWork: enEnquiryWork,
  },
}

const WAYS: Visitor[] = [
  { lang: 'ar', width: 390, scripts: false },
  { lang: 'en', width: 1440, scripts: true },
]

let site: TestSite
let admin: SignedInUser
let colleague: SignedInUser
let faster: Member
const TEMPLATE = { kind: null, name: { ar: 'شكر', en: 'Thanks' }, body: { ar: 'شكرًا لك.', en: 'Thank you.' } }
beforeAll(async () => {
  site = await startTestSite()
  faster = await signedInMember(site, ['Admin'])
  await faster.call('POST', 'admin/answer-templates', {
    ...TEMPLATE,
    body: { ar: `${TEMPLATE.body.ar} {reference}`, en: `${TEMPLATE.body.en} {reference}` },
  })
  admin = await learner(site.db, { roles: ['Admin'] })
  colleague = await learner(site.db, { roles: ['Content'] })
})
afterAll(() => site.stop())

const asAccount = async (context: BrowserContext, user: SignedInUser) =>
  context.addCookies([{ name: 'access', value: await tokenOf(site, user), url: site.address }])

async function look(page: Page, { scripts, lang, width }: Visitor, name: string): Promise<void> {
  if (scripts) {
    await hydrated(page)
    await expectAccessible(page)
  }
  await expectNoSidewaysScroll(page)
  await picture(page, `${name}-${lang}-${width}`)
}

/** The address in a mail, as its reader opens it. */
async function linkIn(email: string, part: string): Promise<string> {
  const mails = await site.mails(email)
  const address = mails.map(({ text }) => new RegExp(`\\S+${part}\\S+`).exec(text)?.[0]).find(Boolean)
  return address!.replace(/^https?:\/\/[^/]+/, '')
}

describe.each(inTurn(...WAYS))('$lang, $width px, scripts: $scripts', (visitor) => {
  const t = TEXTS[visitor.lang]

  it('an enquiry is answered at the desk, and its sender replies by their link', async () => {
    const { page, context } = await site.visit(visitor)
    const email = `sara-${visitor.lang}@visitor.example`
    const body = { name: 'سارة', email, phone: '0551234567', subject: 1, message: 'متى تبدأ الدورة؟' }
    const { data } = await site.call<{ reference: string }>('POST', 'Contact', { body, lang: visitor.lang })
    await asAccount(context, admin)
    await page.goto(`/${visitor.lang}/desk/enquiries/${data.reference}`)
    await look(page, visitor, 'people-enquiry')
    await page.getByRole('button', { name: t.people.conversation.send }).click()
    await page.getByRole('alert').waitFor()
    // A template brings its words in the language of the sender, below what is written, to be edited before they go out.
    await page.locator('#answer-body').fill('شكرًا لك.')
    await page.getByLabel(t.enquiryWork.templates.use).selectOption({ label: TEMPLATE.name[visitor.lang] })
    await page.getByRole('button', { name: t.enquiryWork.templates.insert }).click()
    await expect
      .poll(() => page.locator('#answer-body').inputValue())
      .toBe(`شكرًا لك.\n\n${TEMPLATE.body[visitor.lang]} ${data.reference}`)
    await look(page, visitor, 'people-enquiry-template')
    await page.locator('#answer-body').fill('تبدأ يوم الأحد.\n\nSee you there.')
    // A colleague was faster: their answer is read before another one goes out.
    await faster.call('POST', `admin/leads/${data.reference}/answers`, { body: 'هاتفتها.', status: 'handling' })
    await page.getByRole('button', { name: t.people.conversation.send }).click()
    await page
      .getByRole('alert')
      .getByText((visitor.lang === 'ar' ? arProblems : enProblems).leadGoneOn({}))
      .waitFor()
    await page.getByText('هاتفتها.').waitFor()
    expect(await page.locator('#answer-body').inputValue()).toBe('تبدأ يوم الأحد.\n\nSee you there.')
    // What is typed while it is sent is the beginning of another answer, not this one once more.
    const held = visitor.scripts ? await holdForms(page) : undefined
    await page.getByRole('button', { name: t.people.conversation.send }).click({ noWaitAfter: true })
    await held?.sent
    if (held) {
      await page.locator('#answer-body').press('Control+End')
      await page.keyboard.type(' وأيضًا')
    }
    held?.release()
    await page.getByText(t.people.conversation.sent).waitFor()
    await page.getByText('See you there.').waitFor()
    await expect.poll(() => page.locator('#answer-body').inputValue()).toBe(held ? 'وأيضًا' : '')
    await look(page, visitor, 'people-enquiry-answered')

    const sender = await site.visit(visitor)
    await sender.page.goto(await linkIn(email, '/contact/'))
    await sender.page.getByText('See you there.').waitFor()
    await sender.page.locator('[name=body]').fill('وهل تتاح في جدة؟')
    await sender.page.getByRole('button', { name: t.enquiries.conversation.send, exact: true }).click()
    await sender.page.getByText(t.enquiries.conversation.replied).waitFor()
    // Nobody sends it a second time because it still stands in the field.
    expect(await sender.page.locator('[name=body]').inputValue()).toBe('')
    await look(sender.page, visitor, 'people-sender')
    await sender.context.close()

    await page.reload()
    await page.getByText('وهل تتاح في جدة؟').waitFor()
    await context.close()
  })

  it('a text is removed by one press, its author objects, and a colleague brings it back', async () => {
    const writer = await signedInMember(site)
    await site.db.updateTable('users').set({ lang: visitor.lang }).where('id', '=', writer.user.id).execute()
    const categoryId = await postCategory(site.db)
    const facts = { categoryId, publishDate: site.services.now().toISOString() }
    const title = `Early ${visitor.lang}`
    const { data } = await writer.call<{ id: number }>('POST', 'Posts', { title, content: 'At five', ...facts })
    await (await signedInMember(site)).call('POST', 'Reports', { kind: 'post', id: data.id, reason: 'advert' })
    const { page, context } = await site.visit(visitor)
    await asAccount(context, admin)
    await page.goto(`/${visitor.lang}/desk/moderation`)
    await look(page, visitor, 'people-moderation')
    const found = page.getByRole('region', { name: title })
    await found.getByLabel(t.people.moderation.toAuthor).fill('This is an advert')
    await found.getByRole('button', { name: t.people.moderation.remove.submit, exact: true }).click()
    await page.getByText(t.people.moderation.done.remove!).waitFor()

    const { email } = await site.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', writer.user.id)
      .executeTakeFirstOrThrow()
    const author = await site.visit(visitor)
    await author.page.goto(await linkIn(email, '/appeal/'))
    await author.page.getByText('This is an advert').waitFor()
    await look(author.page, visitor, 'people-appeal')
    await author.page.locator('[name=appeal]').fill('It is my own experience')
    await author.page.getByRole('button', { name: t.appeals.send }).click()
    await author.page.getByText(t.appeals.states.waiting).waitFor()
    await author.context.close()

    await page.goto(`/${visitor.lang}/desk/moderation/appeals`)
    await page.getByText(t.people.moderation.otherDecides).waitFor()
    await asAccount(context, colleague)
    await page.reload()
    await look(page, visitor, 'people-appeals')
    const history = page.getByRole('link', { name: t.people.moderation.fullHistory })
    expect(await history.getAttribute('href')).toContain('/desk/moderation/authors/')
    await page.getByRole('button', { name: t.people.moderation.reverse }).click()
    await page.getByText(t.people.moderation.done.reversed!).waitFor()
    expect((await site.call('GET', `Posts/post-by-id?id=${data.id}`)).status).toBe(200)
    await page.goto(`/${visitor.lang}/desk/moderation/filters`)
    await page.locator('[name=value]').fill(`casino-${visitor.lang}`)
    await page.getByRole('button', { name: t.people.moderation.addFilter, exact: true }).click()
    await page.getByText(t.people.moderation.done.addFilter!).waitFor()
    await look(page, visitor, 'people-filters')
    await context.close()
  })

  it('a learner is found, noted about and blocked', async () => {
    const person = await learner(site.db)
    const lastName = visitor.lang === 'ar' ? 'الهاشمي' : 'القرشي'
    await site.db
      .updateTable('users')
      .set({ first_name: 'أسامة', last_name: lastName })
      .where('id', '=', person.id)
      .execute()
    const { page, context } = await site.visit(visitor)
    await asAccount(context, admin)
    await page.goto(`/${visitor.lang}/desk/learners?query=${encodeURIComponent(`اسامه ${lastName}`)}`)
    await look(page, visitor, 'people-learners')
    await page.getByRole('link', { name: `أسامة ${lastName}` }).click()
    await page.getByRole('heading', { level: 1, name: `أسامة ${lastName}` }).waitFor()
    const { addNote, block, done } = t.learners
    await page.locator('summary', { hasText: addNote.title }).click()
    await page.locator('[name=note]').fill('Asked about an invoice')
    await page.getByRole('button', { name: addNote.submit, exact: true }).click()
    await page.getByText(done.note!).waitFor()
    await page.locator('summary', { hasText: block.title }).click()
    await page.locator('#block-reason').fill('Fraud')
    await page.getByRole('button', { name: block.submit, exact: true }).click()
    await page.getByText(done.block!).waitFor()
    await look(page, visitor, 'people-learner')
    await context.close()
  })
})
