/** The forms of enquiries, from the empty form to the confirmation page. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LeadKind } from '../../../app/features/leads/contract.ts'
import { newFormToken } from '../../../app/features/leads/form-token.server.ts'
import { problemTexts } from '../../../app/locales/en/problems.ts'
import type { Lang } from '../../../app/locales/lang.ts'
import { HOUR_MS } from '../../../app/platform/durations.ts'
import { expectAccessible } from '../../support/accessible.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  picture,
  startTestSite,
  type TestSite,
  type Visitor,
} from '../../support/browser.ts'
import { order } from '../../support/factories.ts'
import { arabicDigits, signedIn, textsOf } from '../../support/learner.ts'
import { IS_LONG, inTurn, longIt } from '../../support/long.ts'
import { hasTurn, WALKERS } from '../../support/walkers.ts'

/** Longer than the form token requires. */
const A_WHILE = 5000

type Kind = Exclude<LeadKind, 'trainer'>
/** Each form: its page, and every field with its value; `?` is optional. */
const FORMS: Record<Kind, { path: string; typed: Record<string, string> }> = {
  contact: {
    path: '/contact',
    typed: {
      subject: '2',
      name: 'سارة القحطاني',
      email: '',
      phone: '٠٥٠١١١١١١١',
      message: 'السطر الأول\n\nThe second',
    },
  },
  support: {
    path: '/support',
    typed: {
      ...{ problem: '2', name: 'ريم الشهري', email: '', phone: '٠٥٠٥٥٥٥٥٥٥' },
      ...{ 'orderReference?': 'M-٢٠٢٦-٠٠٠٤٥٦', message: 'لا تُفتح صفحة الدفع' },
    },
  },
  complaint: {
    path: '/complains',
    typed: {
      ...{ name: 'فهد العمري', email: '', phone: '٠٥٠٢٢٢٢٢٢٢' },
      ...{ 'orderReference?': 'M-٢٠٢٦-٠٠٠١٢٣', message: 'تأخر الرد' },
    },
  },
  quote: {
    path: '/services',
    typed: {
      ...{ institutionName: 'شركة الأفق Ltd', managerName: 'هند العتيبي', jobTitle: 'مديرة التدريب', email: '' },
      ...{ phone: '۰۵۰۳۳۳۳۳۳۳', specializationId: '', traineeCount: '٢٥', trainingLocation: '2', 'hospitality?': '2' },
      ...{ 'trainingPackage?': 'حقيبة مطبوعة', 'otherAdditions?': 'يوم الأحد' },
    },
  },
  partnership: {
    path: '/partners',
    typed: {
      institutionName: 'جمعية الأثر',
      contactName: 'نورة سعد',
      email: '',
      phone: '٠٥٠٤٤٤٤٤٤٤',
      message: 'برنامج مشترك',
    },
  },
}
const KINDS = Object.keys(FORMS) as Kind[]
const fieldsOf = (kind: Kind) => Object.entries(FORMS[kind].typed).map(([name, text]) => [name.replace('?', ''), text])
const neededOf = (kind: Kind) => Object.keys(FORMS[kind].typed).filter((name) => !name.endsWith('?'))

let site: TestSite
let specializationId: string
beforeAll(async () => {
  site = await startTestSite()
  const { data } = await site.call<{ id: number }[]>('GET', 'Specialization/specializations-dropdown')
  specializationId = String(data[1]!.id)
})
afterAll(() => site.stop())
beforeEach(async () => {
  await site.db.deleteFrom('rate_limits').execute()
})

const form = (page: Page) => page.locator('#form')
const submit = (page: Page, kind: Kind, lang: Lang) =>
  form(page).getByRole('button', { name: textsOf(lang).innerPages.enquiries.send[kind], exact: true })
const typedIn = (page: Page, name: string) => form(page).locator(`[name=${name}]`).inputValue()
const leadsOf = (email: string) => site.db.selectFrom('leads').selectAll().where('email', '=', email).execute()
const wrongFields = (page: Page) =>
  form(page)
    .locator('[aria-invalid=true]')
    .evaluateAll((all) => [...new Set(all.map((one) => (one as HTMLInputElement).name))])

async function open(page: Page, { lang, scripts }: Pick<Visitor, 'lang' | 'scripts'>, path: string) {
  await page.goto(`/${lang}${path}`)
  if (scripts) await hydrated(page)
}

async function fill(page: Page, kind: Kind, email: string) {
  for (const [name, text] of fieldsOf(kind)) {
    const field = form(page).locator(`[name=${name}]`)
    if (name === 'trainingLocation') await form(page).locator(`[name=${name}][value="${text}"]`).check()
    else if (['subject', 'problem', 'specializationId', 'hospitality'].includes(name!))
      await field.selectOption(text || specializationId)
    else await field.fill(text || email)
  }
  await form(page).locator('[name=consent]').check()
}

/** The confirmation page. @returns the reference */
async function received(page: Page, lang: Lang): Promise<string> {
  await page.getByRole('heading', { level: 1, name: textsOf(lang).innerPages.enquiries.sent.title }).waitFor()
  return /Q-\d{4}-\d{6}/.exec(new URL(page.url()).pathname)![0]
}

async function look(page: Page, name: string) {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture(page, name)
}

describe.each(WALKERS)('an enquiry: $lang, $width px, scripts $scripts', (visitor) => {
  const { lang, width, scripts } = visitor

  it.each(KINDS.filter((kind, flow) => hasTurn(visitor, flow) && (IS_LONG || kind !== 'partnership')))(
    '%s shows the errors of all fields together, and is saved once',
    async (kind) => {
      const email = `${kind}-${lang}-${width}@visitor.example`
      const { page, context } = await site.visit(visitor)
      await open(page, visitor, FORMS[kind].path)
      await submit(page, kind, lang).click()
      await page.getByRole('alert').waitFor()
      expect(await wrongFields(page)).toEqual([...neededOf(kind), 'consent'])
      if (scripts) {
        const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement).name)
        await expect.poll(focused).toBe(neededOf(kind)[0])
        await look(page, `enquiry-${kind}-refused-${lang}-${width}`)
      }

      await fill(page, kind, email)
      if (scripts) {
        await page.reload()
        await hydrated(page)
        for (const [name, text] of fieldsOf(kind))
          if (name !== 'trainingLocation')
            expect(await typedIn(page, name!)).toBe(text || (name === 'email' ? email : specializationId))
        if (kind === 'quote') expect(await form(page).locator('[name=trainingLocation]:checked').inputValue()).toBe('2')
        await form(page).locator('[name=consent]').check()
      }
      site.advance(A_WHILE)
      await submit(page, kind, lang).dblclick()
      const reference = await received(page, lang)
      await page.getByText(email).waitFor()
      await page.getByText(reference).first().waitFor()
      const leads = await leadsOf(email)
      expect(leads.map((lead) => [lead.reference, lead.kind, lead.lang])).toEqual([[reference, kind, lang]])
      const { phone, fields } = leads[0]!
      expect(phone).toMatch(/^\+9665\d{8}$/)
      if (kind === 'quote')
        expect(fields).toMatchObject({
          traineeCount: 25,
          trainingLocation: 2,
          hospitality: 2,
          trainingPackage: 'حقيبة مطبوعة',
        })
      if (kind === 'complaint') expect(fields).toMatchObject({ orderReference: 'M-2026-000123' })
      if (kind === 'contact') expect(fields).toEqual({ subject: 2, message: FORMS.contact.typed.message })
      expect(await site.mails(email)).toHaveLength(1)

      if (scripts) {
        const { copy, copied } = textsOf(lang).innerPages.enquiries.follow
        await context.grantPermissions(['clipboard-read', 'clipboard-write'])
        await page.getByRole('button', { name: copy }).click()
        await page.getByText(copied).waitFor()
        const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
        expect([link.origin, link.pathname]).toEqual([site.address, `/${lang}/contact/${reference}`])
        expect(link.searchParams.get('token')).toBeTruthy()
        if (kind === 'quote') await look(page, `enquiry-sent-${lang}-${width}`)
        await open(page, visitor, FORMS[kind].path)
        expect(await typedIn(page, 'email')).toBe('')
        if (kind === 'quote') {
          await form(page).locator('[name=trainingLocation][value="3"]').check()
          await form(page).locator('[name=hospitality]').waitFor({ state: 'hidden' })
        }
      }
      await context.close()
    },
  )
})

describe('a sent enquiry', () => {
  it.each(inTurn(true, false))(
    'can be changed after going back, and another text is another enquiry, scripts %s',
    async (scripts) => {
      const { page, context } = await site.visit({ lang: 'ar', width: 390, scripts })
      const email = `back-${scripts}@visitor.example`
      await open(page, { lang: 'ar', scripts }, '/partners#partnership')
      await fill(page, 'partnership', email)
      site.advance(A_WHILE)
      await submit(page, 'partnership', 'ar').click()
      const first = await received(page, 'ar')
      await page.goBack()
      await form(page).waitFor()
      await fill(page, 'partnership', email)
      await form(page).locator('[name=message]').fill('وبرنامج ثانٍ')
      site.advance(A_WHILE)
      await submit(page, 'partnership', 'ar').click()
      expect(await received(page, 'ar')).not.toBe(first)
      expect((await leadsOf(email)).length).toBe(2)
      await context.close()
    },
  )

  it.each(inTurn(false, true))(
    'a form sent too fast shows a polite notice, and is accepted when sent again, scripts %s',
    async (scripts) => {
      const { page, context } = await site.visit({ lang: 'en', width: 390, scripts })
      const email = `fast-${scripts}@visitor.example`
      const soon = site.services.now().getTime() + HOUR_MS
      // A form token from the future makes it too fast on any machine.
      const stamp = newFormToken({ settings: site.services.settings, now: () => new Date(soon) }, 'complaint')
      await open(page, { lang: 'en', scripts }, '/complains')
      await form(page)
        .locator('[name=stamp]')
        .evaluate((field, later) => field.setAttribute('value', later), stamp)
      await fill(page, 'complaint', email)
      await submit(page, 'complaint', 'en').click()
      const alert = page.getByRole('alert')
      await alert.waitFor()
      expect(await alert.innerText()).toContain(problemTexts.formTooFast({}))
      expect(await typedIn(page, 'message')).toBe(FORMS.complaint.typed.message)
      expect(await leadsOf(email)).toEqual([])
      site.advance(2 * HOUR_MS)
      await submit(page, 'complaint', 'en').click()
      await received(page, 'en')
      await context.close()
    },
  )
})

describe('a form', () => {
  longIt('is filled and sent by keyboard alone', async () => {
    const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts: true })
    await open(page, { lang: 'en', scripts: true }, `/services?specialization=${specializationId}`)
    const tabTo = async (selector: string) => {
      for (let steps = 0; steps < 60; steps++) {
        if (await page.evaluate((to) => document.activeElement?.matches(to), selector)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`${selector} was not reached`)
    }
    await tabTo('.skip-link')
    await page.keyboard.press('Enter')
    await tabTo('a[href$="#quote"]')
    await page.keyboard.press('Enter')
    const typed = {
      institutionName: 'Horizon',
      managerName: 'Hind Ali',
      jobTitle: 'Manager',
      email: 'keys@visitor.example',
    }
    for (const [name, text] of Object.entries({ ...typed, phone: '0505555555', traineeCount: arabicDigits('40') })) {
      await tabTo(`#${name}`)
      await page.keyboard.type(text)
    }
    expect(await typedIn(page, 'specializationId')).toBe(specializationId)
    await tabTo('[name=trainingLocation]')
    await page.keyboard.press('Space')
    for (let moves = 0; moves < 2; moves++) await page.keyboard.press('ArrowDown')
    await page.locator('#hospitality').waitFor({ state: 'hidden' })
    await tabTo('#consent')
    await page.keyboard.press('Space')
    site.advance(A_WHILE)
    await tabTo('#form button')
    await page.keyboard.press('Enter')
    await received(page, 'en')
    const [lead] = await leadsOf('keys@visitor.example')
    expect(lead!.fields).toMatchObject({ traineeCount: 40, trainingLocation: 3 })
    await context.close()
  })

  it('is prefilled from the account and the query parameters', async () => {
    const { page, context } = await site.visit({ lang: 'ar', width: 390, scripts: false })
    const { firstName, lastName, email } = await signedIn(site, context, 'ar')
    const { id: userId } = await site.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const { id: courseId } = await site.db.selectFrom('courses').select('id').limit(1).executeTakeFirstOrThrow()
    const { reference } = await order(site.db, { userId, courseId })
    const isFilled = async () => {
      expect(await typedIn(page, 'name')).toBe(`${firstName} ${lastName}`)
      expect(await typedIn(page, 'email')).toBe(email)
      expect(await typedIn(page, 'phone')).toMatch(/^\+9665\d{8}$/)
    }
    await page.goto('/ar/profile/orders')
    await page.getByRole('link', { name: textsOf('ar').profile.orders.complain }).click()
    await page.waitForURL('**/ar/complains?**')
    expect(await typedIn(page, 'orderReference')).toBe(reference)
    await isFilled()
    await page.goto('/ar/contact?subject=3#write')
    expect(await typedIn(page, 'subject')).toBe('3')
    await isFilled()
    // A guest sees none of it.
    await context.clearCookies()
    await page.goto('/ar/complains')
    expect(await typedIn(page, 'email')).toBe('')
    await context.close()
  })
})
