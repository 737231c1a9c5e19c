/** The Owner connects the institute to the tax authority; Finance sees what became of each document. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setBehaviour } from '../../../app/adapters/e-invoicing/sandbox/authority-queries.server.ts'
import { issueInvoice } from '../../../app/features/invoices/invoicing.server.ts'
import { eInvoicing as ar } from '../../../app/locales/ar/desk/e-invoicing.ts'
import { frame as arFrame } from '../../../app/locales/ar/desk/frame.ts'
import { fieldTexts as arFields } from '../../../app/locales/ar/fields.ts'
import { eInvoicing as en } from '../../../app/locales/en/desk/e-invoicing.ts'
import { frame as enFrame } from '../../../app/locales/en/desk/frame.ts'
import { fieldTexts as enFields } from '../../../app/locales/en/fields.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { apiAs } from '../../support/api-as.ts'
import { expectNoSidewaysScroll, startTestSite, type TestSite } from '../../support/browser.ts'
import { course, learner, order } from '../../support/factories.ts'
import { inTurn } from '../../support/long.ts'
import { institute } from '../../support/orders/invoices.ts'
import { eventually } from '../../support/orders/orders.ts'
import { tokenOf } from '../../support/signed-in.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

const NATIONAL_ADDRESS = {
  ...{ buildingNumber: '2322', street: { ar: 'طريق أنس بن مالك' }, district: { ar: 'الملقا' } },
  ...{ city: { ar: 'الرياض' }, postalCode: '13521', shortAddress: 'RRMA2322' },
}

async function openDesk(lang: 'ar' | 'en', facts: { width: 390 | 1440; scripts: boolean; role: 'Owner' | 'Finance' }) {
  const { role, ...window } = facts
  const user = await learner(site.db, { roles: [role] })
  const { page, context } = await site.visit({ lang, ...window })
  await context.addCookies([{ name: 'access', value: await tokenOf(site, user), url: site.address }])
  return { page, context, api: apiAs(site, user) }
}

async function invoiced() {
  const { id: courseId } = await course(site.db, { delivery: 2 })
  const user = await learner(site.db, { firstName: 'سارة', lastName: 'القحطاني' })
  const { id } = await order(site.db, { courseId, userId: user.id })
  await site.db.transaction().execute((tx) => issueInvoice(tx, id, site.services.now()))
  return (await apiAs(site, user).invoices.invoice({ id })).number
}

it.each(
  inTurn(
    {
      lang: 'ar',
      width: 390,
      scripts: false,
      t: ar,
      wrong: arFields.otpRefused(),
      matters: arFrame.today.eInvoicingMatters,
    } as const,
    {
      lang: 'en',
      width: 1440,
      scripts: true,
      t: en,
      wrong: enFields.otpRefused(),
      matters: enFrame.today.eInvoicingMatters,
    } as const,
  ),
)('is connected with a code, and a refused document is sent again ($lang, scripts: $scripts)', async (facts) => {
  const { lang, t, wrong, matters, ...window } = facts
  await setBehaviour(site.db, 'documented')
  await institute(site.db)
  const { page, context, api } = await openDesk(lang, { ...window, role: 'Owner' })
  await page.goto(`/${lang}/desk/e-invoicing`)
  await page.getByText(t.connect.facts.nationalAddress).waitFor()
  await expectNoSidewaysScroll(page)

  await institute(site.db, { nationalAddress: NATIONAL_ADDRESS })
  await page.goto(`/${lang}/desk/e-invoicing`)
  const before = (await api.eInvoicing.eInvoicing({})).connection
  const title = before ? t.connect.renew : t.connect.title
  const form = page.locator('details', { has: page.locator('summary', { hasText: title }) })
  if (before) await form.locator('summary').click()
  await form.getByLabel(t.connect.otp).fill('١١١١١١')
  await form.getByRole('button', { name: t.connect.submit }).click()
  await form.getByText(wrong).first().waitFor()
  await expectNoSidewaysScroll(page)
  if (window.scripts) await expectAccessible(page)
  await form.getByLabel(t.connect.otp).fill('123456')
  await form.getByRole('button', { name: t.connect.submit }).click()
  await page.getByText(t.connect.done).waitFor()
  await eventually(
    () => api.eInvoicing.eInvoicing({}),
    ({ attempt, connection }) => {
      expect(attempt).toBeNull()
      expect(connection?.activatedAt).not.toBe(before?.activatedAt)
    },
  )

  await setBehaviour(site.db, 'refuses')
  const number = await invoiced()
  await eventually(
    () => api.eInvoicing.eInvoice({ number }),
    ({ attempts }) => expect(attempts[0]?.state).toBe('refused'),
  )
  await page.goto(`/${lang}/desk`)
  await page.locator('main').getByText(matters.refused).waitFor()
  await page.goto(`/${lang}/desk/e-invoicing?state=refused`)
  await page.getByRole('link', { name: number }).click()
  const panel = page.getByRole('region', { name: t.record.title })
  await panel.getByText('SIMULATED').waitFor()
  await expectNoSidewaysScroll(page)
  if (window.scripts) await expectAccessible(page)
  await setBehaviour(site.db, 'documented')
  await page.getByRole('button', { name: t.record.again }).click()
  await page.getByText(t.record.sent).waitFor()
  await eventually(
    () => api.eInvoicing.eInvoice({ number }),
    ({ attempts }) => expect(attempts.map(({ state }) => state)).toEqual(['accepted', 'refused']),
  )
  await page.goto(`/${lang}/desk/invoices/${number}`)
  const [xml] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('link', { name: t.record.xml }).click(),
  ])
  expect(xml.suggestedFilename()).toMatch(/^310098765000003_\d{8}T\d{6}_INV-\d{6}\.xml$/)
  await panel.getByText(t.states.accepted, { exact: true }).waitFor()
  await expectNoSidewaysScroll(page)
  if (window.scripts) await expectAccessible(page)
  await context.close()
})
