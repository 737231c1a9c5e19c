/** To the payment provider's host and back, in a browser. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nameOf, startTestSite, type TestSite, VISITORS, type Visitor, watchErrors } from '../../support/browser.ts'
import { openRun, signedIn, textsOf } from '../../support/learner.ts'
import { inTurn } from '../../support/long.ts'
import { type MoyasarServer, startMoyasar } from '../../support/payments/moyasar-server.ts'

const POOR = '4201320000311101'
const CHECKED = '4201320111111010'

const [, WITHOUT_SCRIPTS, , WITH_SCRIPTS] = VISITORS as [Visitor, Visitor, Visitor, Visitor]

describe('with a payment provider on another host', () => {
  let provider: MoyasarServer
  let site: TestSite
  beforeAll(async () => {
    provider = await startMoyasar()
    site = await startTestSite({ env: { ...provider.env, PAYMENT_METHODS: 'mada, stcpay' } })
    provider.setClock(site.services.now)
    provider.registerWebhook(site.address)
  })
  afterAll(async () => {
    await site.stop()
    await provider.stop()
  })

  const pay = async (page: Page, number: string) => {
    for (const [name, value] of Object.entries({ name: 'Sara Ali', number, month: '9', year: '2040', cvc: '123' }))
      await page.locator(`[name=${name}]`).fill(value)
    await page.getByRole('button', { name: 'Pay' }).click()
  }

  it.each(inTurn(WITHOUT_SCRIPTS, WITH_SCRIPTS).map((visitor) => [nameOf(visitor), visitor] as const))(
    '%s',
    async (_, visitor) => {
      const { lang } = visitor
      const t = textsOf(lang)
      const { page, context } = await site.visit(visitor)
      const errors = watchErrors(page)
      await signedIn(site, context, lang)
      const { path } = await openRun(site)
      await page.goto(`/${lang}${path}`)
      await page.locator('button[value=place]:visible').click()

      await page.waitForURL(`${provider.origin}/invoices/*?lang=${lang}`)
      await pay(page, POOR)
      await page.getByRole('alert').getByText('INSUFFICIENT FUNDS').waitFor()

      // Back to the order, which is still open, and to the same payment page.
      await page.locator('#back').click()
      await page.waitForURL(`**/${lang}${path}`)
      await page.getByRole('link', { name: t.orders.resume }).click()
      await page.waitForURL(`${provider.origin}/invoices/**`)
      await pay(page, CHECKED)
      await page.waitForURL('**/prepare')
      await page.getByRole('button', { name: 'Go on' }).click()
      await page.getByRole('heading', { name: 'Your bank' }).waitFor()
      await page.getByRole('button', { name: 'Go on' }).click()
      await page.locator('[name=auth_result]').selectOption('AUTHENTICATED')
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.getByRole('button', { name: 'Go on' }).click()

      await page.waitForURL(`${site.address}/${lang}/order-approved?**`)
      await page.getByRole('heading', { name: t.orders.approved.title }).waitFor()
      const refusals = errors.filter((error) => /Content Security Policy/i.test(error) && !/\.js\b/.test(error))
      expect(refusals).toEqual([])
      await context.close()
    },
  )

  it('without the provider in the policy a browser without scripts would block the form', async () => {
    const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts: false })
    await signedIn(site, context)
    await page.route('**/order-details/**', async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const response = await route.fetch()
      const headers = { ...response.headers(), 'content-security-policy': "form-action 'self'" }
      await route.fulfill({ response, headers })
    })
    const { path } = await openRun(site)
    await page.goto(`/en${path}`)
    const refused = page.waitForEvent('console', (message) => message.text().includes('form-action'))
    await page.locator('button[value=place]:visible').click()
    await refused
    expect(page.url()).toBe(`${site.address}/en${path}`)
    await context.close()
  })

  it('forms may redirect to the provider only, and the footer shows the configured payment methods', async () => {
    const answer = await fetch(`${site.address}/en/faq`)
    expect(answer.headers.get('content-security-policy')).toContain(`form-action 'self' ${provider.origin};`)
    const html = await answer.text()
    const marks = [...html.matchAll(/payments\.svg#([\w-]+)/g)].map(([, mark]) => mark)
    expect(marks).toEqual(['mada', 'stc-pay'])
  })
})
