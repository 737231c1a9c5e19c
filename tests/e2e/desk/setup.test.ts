/** From an empty database, in a browser alone: an institute sets itself up on a phone, and a learner buys its course. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { coupons } from '../../../app/locales/ar/desk/coupons.ts'
import { courses } from '../../../app/locales/ar/desk/courses.ts'
import { frame } from '../../../app/locales/ar/desk/frame.ts'
import { pages } from '../../../app/locales/ar/desk/pages.ts'
import { runs } from '../../../app/locales/ar/desk/runs.ts'
import { settings } from '../../../app/locales/ar/desk/settings.ts'
import { specializations } from '../../../app/locales/ar/desk/specializations.ts'
import { trainers } from '../../../app/locales/ar/desk/trainers.ts'
import { dayOf, plusDays } from '../../../app/platform/days.ts'
import { staffCommand } from '../../../scripts/staff-commands.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { signUpForm } from '../../support/accounts/accounts.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  picture,
  startTestSite,
  type TestSite,
  watchErrors,
} from '../../support/browser.ts'
import { activate, payWith, signUp, textsOf } from '../../support/learner.ts'
import { CARDS } from '../../support/orders/orders.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite({ institute: false })
})
afterAll(() => site.stop())

const OWNER = 'owner@riyada.example'
const COURSE = 'إدارة المشاريع من الصفر'
const FIRST_DAY = plusDays(dayOf(new Date()), 30)

it('an Owner is invited, sets up the institute in steps, publishes a course, plans a run and makes a coupon', async () => {
  const { services, db } = site
  const printed = await staffCommand(['invite', OWNER, '--role', 'Owner', '--lang', 'ar'])({ ...services, db })
  const link = new URL(/https?:\S+/.exec(printed)![0])
  const { page, context } = await site.visit({ lang: 'ar', width: 390, scripts: true })
  page.setDefaultTimeout(20_000)
  const errors = watchErrors(page)
  const looked = async (name: string) => {
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await picture(page, `desk-setup-${name}-ar-390`)
  }
  const fill = async (fields: Record<string, string>) => {
    await hydrated(page)
    for (const [name, text] of Object.entries(fields)) await page.locator(`[id="${name}"]`).fill(text)
  }
  /** Opens a step from the list of steps, to which one comes back after each. */
  const step = async (name: keyof typeof settings.setup.steps) => {
    await page.goto('/ar/desk/setup')
    await page.getByRole('link', { name: new RegExp(`: ${settings.setup.steps[name].title}$`) }).click()
    await page.waitForURL((url) => !url.pathname.endsWith('/setup'))
  }

  await page.goto(`${link.pathname}${link.search}`)
  const person = signUpForm()
  await fill({ firstName: 'ريم', lastName: 'السالم', phone: '0501112233' })
  await fill({ password: person.password, confirmPassword: person.password })
  await page.locator('[name=acceptTerms]').check()
  await page.getByRole('button', { name: textsOf('ar').staff.submit }).click()
  await page.waitForURL((url) => !url.pathname.includes('invitation'))
  await page.goto('/ar/desk')
  await page.getByRole('heading', { level: 1, name: frame.today.title }).waitFor()
  await page.getByRole('link', { name: frame.today.setUp }).click()
  await page.getByRole('heading', { level: 1, name: settings.setup.title }).waitFor()
  await hydrated(page)
  await looked('steps')

  await step('institute')
  await fill({
    'name.ar': 'أكاديمية الريادة',
    'name.en': 'Riyada Academy',
    'legalName.ar': 'شركة الريادة للتدريب',
    'tagline.ar': 'تعلّم وتقدّم',
    'licence.ar': 'ترخيص المؤسسة العامة رقم 123',
    commercialRegistration: '١٠١٠٩٨٧٦٥٠',
    phone: '+966 11 123 4567',
    email: 'info@riyada.example',
    'address.ar': 'حي الملقا، الرياض',
    'nationalAddress.street.ar': 'طريق العليا',
    'nationalAddress.district.ar': 'العليا',
    'nationalAddress.city.ar': 'الرياض',
    'nationalAddress.buildingNumber': '2322',
    'nationalAddress.postalCode': '12214',
  })
  await page.locator('[id="workingDays.thu"]').uncheck()
  await page.locator('#edit button[value=save]').click()
  // Nobody is taken for an institute without VAT.
  const registered = page.locator('[id="vat.registered"]')
  await expect.poll(() => registered.getAttribute('aria-invalid')).toBe('true')
  await registered.selectOption('yes')
  await fill({ 'vat.number': '310098765000003' })
  await page.locator('#edit button[value=save]').click()
  await page.getByText(settings.saved).waitFor()
  // The setup is left, and continued where it was.
  await page.goto('/ar/desk')
  await page.goto('/ar/desk/setup')
  expect(await page.getByText(settings.setup.done, { exact: true }).count()).toBe(2)
  await step('vat')
  await hydrated(page)
  await fill({ 'vat.ratePercent': '15' })
  await fill({ offerHours: '12' })
  await page.locator('#edit button[value=save]').click()
  await page.getByText(settings.saved).waitFor()
  // What was done and what undoes it stand apart.
  const done = (await page.getByRole('status').filter({ hasText: settings.saved }).boundingBox())!
  const undo = (await page.getByRole('button', { name: frame.edit.undoLast }).boundingBox())!
  expect(undo.y - done.y - done.height).toBeGreaterThanOrEqual(8)
  // A note is seen as it goes out before it is saved.
  await fill({ 'mailNotes.enrolled.ar': 'أهلًا {name}، أحضر هويتك.' })
  await page.getByRole('button', { name: settings.mails.preview }).click()
  await page.getByText(settings.mails.asTyped).waitFor()
  await looked('settings')
  const [mail] = await Promise.all([
    context.waitForEvent('page'),
    page
      .getByRole('link', { name: settings.mails.open(settings.mails.kinds.enrolled, settings.mails.languages.ar) })
      .click(),
  ])
  await mail.getByText('أهلًا سارة، أحضر هويتك.', { exact: true }).waitFor()
  await mail.close()
  await page.locator('#edit button[value=save]').click()
  await page.getByText(settings.saved).waitFor()
  await step('bank')
  await fill({ 'bank.name.ar': 'مصرف الإنماء', 'bank.beneficiary.ar': 'شركة الريادة للتدريب' })
  await fill({ 'bank.iban': 'SA16 0000 0001 2345 6789 0123' })
  await page.locator('#edit button[value=save]').click()
  await page.getByText(settings.saved).waitFor()

  await step('specialization')
  await fill({ 'name.ar': 'الإدارة', 'summary.ar': 'قيادة الفرق والمشاريع' })
  await page.getByRole('button', { name: specializations.create }).click()
  await page.getByText('الإدارة').first().waitFor()
  // What was done is said, and the next step is one press away.
  const said = page.getByRole('status').filter({ hasText: specializations.added })
  await said.getByRole('link', { name: settings.setup.all }).waitFor()
  await looked('next-step')
  await said.getByRole('link', { name: settings.setup.steps.trainer.title }).click()
  await page.waitForURL('**/desk/trainers/new')
  await fill({ 'name.ar': 'هند القحطاني', 'title.ar': 'مديرة مشاريع', 'bio.ar': 'أدارت مشاريع البناء عشر سنوات.' })
  await looked('trainer')
  await page.getByRole('button', { name: trainers.create }).click()
  await page.getByText('هند القحطاني').first().waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: trainers.added })
    .getByRole('link', { name: settings.setup.steps.course.title })
    .click()
  await page.waitForURL('**/desk/courses/new')
  await fill({ 'name.ar': COURSE, 'name.en': 'Projects from the start', hours: '12' })
  for (const [name, label] of [
    ['specializationId', 'الإدارة'],
    ['category', undefined],
    ['level', undefined],
    ['deliveryMethod', courses.deliveries[3]],
  ] as const)
    await page.locator(`#${name}`).selectOption(label ? { label } : { index: 1 })
  await page.getByRole('button', { name: courses.add, exact: true }).click()
  await page.waitForURL(/courses\/\d+/)
  await fill({
    'summary.ar': 'من الفكرة إلى التسليم.',
    'description.ar': 'تتعلم كيف تخطط مشروعًا وتقوده.',
    'certificate.ar': 'شهادة حضور',
  })
  const part = (name: string) => page.locator('fieldset', { has: page.locator(`> legend`, { hasText: name }) }).last()
  await part(courses.outcomes).getByRole('button', { name: courses.addItem }).click()
  await page.locator('[id="outcomes.0.ar"]').fill('خطة مشروع كاملة')
  await part(courses.outline).getByRole('button', { name: courses.addUnit }).click()
  await page.locator('[id="outline.0.title.ar"]').fill('البداية')
  await part(courses.trainers).getByRole('button', { name: courses.addTrainer }).click()
  await page.locator('#edit button[value=save]').click()
  await page.getByText(courses.said.saved!).waitFor()
  const cover = await sharp({ create: { width: 1200, height: 660, channels: 3, background: '#14594b' } })
    .png()
    .toBuffer()
  await page.locator('#cover-file').setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: cover })
  await page.locator('form:has(#cover-file) button[type=submit]').click()
  await page.getByText(courses.actions.cover!).first().waitFor()
  await fill({ priceHalalas: '١٢٠٠' })
  await page.locator('#price button[value=price]').click()
  await page.getByText(courses.actions.price!).first().waitFor()
  await page.getByRole('button', { name: courses.publish, exact: true }).click()
  await page.getByRole('button', { name: courses.unpublish, exact: true }).waitFor()
  await page.getByRole('status').getByRole('link', { name: settings.setup.steps.run.title }).click()
  await page.waitForURL('**/desk/runs/new')
  await fill({ firstDay: FIRST_DAY, lastDay: plusDays(FIRST_DAY, 13) })
  await page.getByRole('button', { name: runs.show }).click()
  await page.getByRole('heading', { name: runs.review }).waitFor()
  await page.locator('[name=courseId]').selectOption({ label: COURSE })
  await fill({ seats: '12', room: 'قاعة ١', city: 'الرياض' })
  await page.getByRole('button', { name: runs.save }).click()
  await page.getByText(runs.done.planned).waitFor()

  await page.goto('/ar/desk/coupons/new')
  await fill({ code: 'begin25', 'note.ar': 'خصم الافتتاح', percent: '٢٥' })
  await page.getByRole('button', { name: coupons.create }).click()
  await page.getByText('BEGIN25').first().waitFor()

  // What people agree to, and the home page, are written before the institute is ready.
  for (const [name, title] of [
    ['terms', 'الشروط والأحكام'],
    ['privacy', 'سياسة الخصوصية'],
    ['home', 'تعلّم وتقدّم'],
  ] as const) {
    await page.goto('/ar/desk/setup')
    await step(name)
    await hydrated(page)
    await fill({ 'title.ar': title })
    const save = page.locator('#edit button[value=save]')
    if (name !== 'home') await page.getByRole('button', { name: pages.addSection }).click()
    await save.click()
    await page.getByText(pages.said.saved!).waitFor()
    if (name === 'home') continue
    await page.locator('[id^="sections."][id$=".body.ar"]').first().fill('نص واضح')
    await save.click()
    await expect
      .poll(async () => JSON.stringify(await db.selectFrom('pages').select('sections').execute()))
      .toMatch(name === 'terms' ? /نص واضح/ : /نص واضح.*نص واضح/)
  }
  await page.goto('/ar/desk/setup')
  await page.getByText(settings.setup.finished).waitFor()
  await looked('finished')
  // The one refusal of settings without an answer to VAT.
  expect(errors.filter((error) => !error.includes('400'))).toEqual([])
  await context.close()
})

it('a learner finds the course, registers and buys it with the coupon', async () => {
  const t = textsOf('en')
  const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts: true })
  page.setDefaultTimeout(20_000)
  const errors = watchErrors(page)
  await page.goto('/en')
  await expectNoSidewaysScroll(page)
  await picture(page, 'new-institute-home-en-1440')
  await page.goto('/en/courses')
  await page.getByRole('link', { name: 'Projects from the start' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Projects from the start' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'new-institute-course-en-1440')
  await page.locator('#runs a[href*="order-details"]').first().click()
  await page.waitForURL('**/order-details/**')
  await page.locator('[name=coupon]').fill('begin25')
  await page.getByRole('button', { name: t.orders.applyCoupon }).click()
  await page.getByText(t.orders.couponApplied('BEGIN25')).waitFor()
  await page.getByRole('link', { name: t.orders.createAccount, exact: true }).last().click()
  // E-mail is the only way.
  await page.waitForURL('**/sign-up?**')
  const person = signUpForm()
  await signUp(page, 'en', person)
  await activate(page, 'en', site, person)
  await page.waitForURL('**/order-details/**')
  await page.getByRole('button', { name: t.orders.placeOrder.run }).click()
  await payWith(page, CARDS.good)
  await page.getByRole('heading', { name: t.orders.approved.title }).waitFor()
  const order = await site.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  expect(order).toMatchObject({ status: 'paid', coupon_code: 'BEGIN25', price_halalas: 1200_00, total_halalas: 900_00 })
  expect((await site.mails(person.email)).some(({ text }) => text.includes(order.reference))).toBe(true)
  expect(errors).toEqual([])
  await context.close()
})
