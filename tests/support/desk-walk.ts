/** Pages of the desk as staff walk through them, and what waits there for them. */
import type { Page } from 'playwright-core'
import { expectAccessible } from './accessible.ts'
import { expectNoSidewaysScroll, hydrated, picture, type TestSite, type Visitor } from './browser.ts'
import { inDays } from './factories.ts'
import { CARDS, eventually, is, orderStatus, payWith, waitingOrder } from './orders/orders.ts'

/** Opens a page of the desk: accessible, without sideways scroll, with a picture. */
export async function openDesk(page: Page, { lang, scripts, width }: Visitor, path: string) {
  await page.goto(`/${lang}/desk/${path}`)
  if (scripts) {
    await hydrated(page)
    await expectAccessible(page)
  }
  await expectNoSidewaysScroll(page)
  await picture(page, `desk-${path.replace(/[0-9a-f-]{36}/, 'one').replaceAll('/', '-')}-${lang}-${width}`)
}

export async function paidOrder(site: TestSite) {
  const order = await waitingOrder(site)
  await payWith(order.paymentUrl, CARDS.good)
  await eventually(async () => (await orderStatus(site.db, order.id)).status, is('paid'))
  return order
}

/** An enquiry of three days ago; a contact by default. @returns its reference */
export async function newEnquiry(
  site: TestSite,
  facts: { kind: string; reference: string; fields: object } = {
    ...{ kind: 'contact', reference: 'Q-2026-900001', fields: { subject: 'موعد', message: 'متى تبدأ الدورة؟' } },
  },
): Promise<string> {
  const row = { name: 'هند', email: 'hind@visitor.example', phone: '+966501234567', lang: 'ar' }
  const { reference } = await site.db
    .insertInto('leads')
    .values({
      ...row,
      ...facts,
      fields: JSON.stringify(facts.fields),
      created_at: inDays(-3),
      updated_at: inDays(-3),
      erase_at: inDays(300),
    })
    .returning('reference')
    .executeTakeFirstOrThrow()
  return reference
}

/** The heading of a folded part. */
export const summary = (page: Page, title: string) => page.locator('summary', { hasText: title })
