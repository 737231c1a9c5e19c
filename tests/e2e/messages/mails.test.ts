/** Every mail of the product as a reader sees it: both languages, phone and desktop, light and dark. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as identityMails from '../../../app/features/accounts/emails.server.ts'
import * as securityMails from '../../../app/features/accounts/security-emails.server.ts'
import * as noticeMails from '../../../app/features/notifications/notice-emails.server.ts'
import type { Receiver, TextNoticeRow } from '../../../app/features/notifications/notice-queries.server.ts'
import * as orderMails from '../../../app/features/orders/order-mails.server.ts'
import * as paymentMails from '../../../app/features/payments/payment-mails.server.ts'
import * as reminderMails from '../../../app/features/reminders/reminder-mails.server.ts'
import * as externalMails from '../../../app/features/social-sign-in/emails.server.ts'
import * as transferMails from '../../../app/features/transfers/transfer-mails.server.ts'
import type { Lang } from '../../../app/locales/lang.ts'
import type { Context } from '../../../app/platform/context.server.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { apiAs, contextAs } from '../../support/api-as.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { expectNoSidewaysScroll, openBrowser, picture } from '../../support/browser.ts'
import { IS_LONG } from '../../support/long.ts'
import { waitingOrder } from '../../support/orders/orders.ts'

const USER_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const CODE = '048213'

let app: TestApp
let browser: Browser
let page: Page
const requests: string[] = []
beforeAll(async () => {
  app = await startTestApp({ institute: true })
  browser = await openBrowser()
  // Mail clients block remote pictures and scripts: nothing may be requested.
  page = await (await browser.newContext({ offline: true })).newPage()
  page.on('request', (request) => requests.push(request.url()))
})
afterAll(async () => {
  await browser?.close()
  await app?.stop()
})

type Write = (ctx: Context, to: string) => Promise<unknown>

const MAILS: Record<string, Write> = {
  mailActivationCode: (ctx, to) => identityMails.mailActivationCode(ctx, app.db, to, CODE, undefined),
  mailAlreadyRegistered: (ctx, to) => identityMails.mailAlreadyRegistered(ctx, app.db, to),
  mailResetCode: (ctx, to) => identityMails.mailResetCode(ctx, app.db, to, CODE),
  mailNoAccount: (ctx, to) => identityMails.mailNoAccount(ctx, app.db, to),
  mailAccountPaused: (ctx, to) => identityMails.mailAccountPaused(ctx, app.db, to),
  mailUnfinishedSignUp: (ctx, to) => identityMails.mailUnfinishedSignUp(ctx, app.db, to, undefined),
  mailPasswordChanged: (ctx, to) => identityMails.mailPasswordChanged(ctx, app.db, to),
  mailAccountDeleted: (ctx, to) => identityMails.mailAccountDeleted(ctx, app.db, { id: 1, email: to }),
  mailSecurityNotice: (ctx, to) => securityMails.mailSecurityNotice(ctx, app.db, to, 'twoFactorOn'),
  mailBackupCodeUsed: (ctx, to) => securityMails.mailBackupCodeUsed(ctx, app.db, to, 7),
  mailProofCode: (ctx, to) => securityMails.mailProofCode(ctx, app.db, to, CODE),
  mailExternalCode: (ctx, to) => externalMails.mailExternalCode(ctx, app.db, to, CODE, 'Google', true),
  mailConnected: (ctx, to) => externalMails.mailConnected(ctx, app.db, to, 'Google'),
  mailDisconnected: (ctx, to) => externalMails.mailDisconnected(ctx, app.db, to, 'Microsoft'),
  mailPaid: (ctx, to) => ordered(ctx, to, (id) => orderMails.mailPaid(app.db, app.services.settings, id, ctx.now())),
  mailRefundDue: (ctx, to) =>
    ordered(ctx, to, (id) =>
      paymentMails.mailRefundDue(app.db, app.services.settings, id, {
        amountHalalas: 115_000,
        reference: id,
        because: 'late',
        now: ctx.now(),
      }),
    ),
  mailDuplicatePayment: (ctx, to) =>
    ordered(ctx, to, (id) =>
      paymentMails.mailDuplicatePayment(app.db, app.services.settings, id, {
        ...{ kind: 'duplicate', provider: 'moyasar', reference: id, orderId: id },
        ...{ amountHalalas: 115_000, currency: 'SAR', now: ctx.now() },
      }),
    ),
  mailOrderCancelled: (ctx, to) =>
    ordered(ctx, to, (id) =>
      paymentMails.mailOrderCancelled(app.db, app.services.settings, id, 'You asked us by phone.', ctx.now()),
    ),
  mailCancelledByLearner: (ctx, to) =>
    ordered(ctx, to, (id) => paymentMails.mailCancelledByLearner(app.db, app.services.settings, id, ctx.now())),
  mailPaymentReturned: (ctx, to) =>
    ordered(ctx, to, (id) =>
      paymentMails.mailPaymentReturned(
        app.db,
        app.services.settings,
        { id, orderId: id, amountHalalas: 115_000 } as Parameters<typeof paymentMails.mailPaymentReturned>[2],
        ctx.now(),
      ),
    ),
  mailTransferInstructions: (ctx, to) =>
    ordered(ctx, to, (id) => transferMails.mailTransferInstructions(app.db, app.services.settings, id, ctx.now())),
  mailTransferDeclined: (ctx, to) =>
    ordered(ctx, to, (id) =>
      transferMails.mailTransferDeclined(app.db, app.services.settings, id, 'The receipt says SAR 100.', ctx.now()),
    ),
  mailRestAsked: (ctx, to) =>
    ordered(ctx, to, (id) => transferMails.mailRestAsked(app.db, app.services.settings, id, 60_000, ctx.now())),
  mailOrderExtended: (ctx, to) =>
    ordered(ctx, to, (id) => transferMails.mailOrderExtended(app.db, app.services.settings, id, ctx.now())),
  mailReceiptToCheck: async (ctx, to) => {
    await mailOfficeAt(to)
    await ordered(ctx, `sender-of-${to}`, (id) =>
      transferMails.mailReceiptToCheck(
        ...([app.db, app.services.settings, id, { id: to, name: 'إيصال التحويل (IMG_1204).pdf' }] as const),
        ctx.now(),
      ),
    )
  },
  mailReceiptReceived: (ctx, to) =>
    ordered(ctx, to, (id) =>
      transferMails.mailReceiptReceived(
        ...([app.db, app.services.settings, id, { id: to, name: 'إيصال التحويل (IMG_1204).pdf' }] as const),
        ctx.now(),
      ),
    ),
  mailOrderEnding: (ctx, to) =>
    ordered(ctx, to, (id) => reminderMails.mailOrderEnding(app.db, app.services.settings, id, ctx.now())),
  mailRunStarting: (ctx, to) =>
    ordered(ctx, to, (id) => reminderMails.mailRunStarting(app.db, app.services.settings, id, ctx.now())),
  leadConfirmation: (ctx, to) => apiAs(app, null, ctx).leads.quote(aQuote(to)),
  leadForOffice: async (ctx, to) => {
    await mailOfficeAt(to)
    await apiAs(app, null, ctx).leads.quote(aQuote(`sender-of-${to}`))
  },
  mailNotices: (ctx, to) => noticeMails.mailNotices(app.services, reader(ctx, to), [notice('mention', 'Sara Ali')]),
  mailDigest: (ctx, to) =>
    noticeMails.mailDigest(
      app.services,
      reader(ctx, to),
      [notice('comment', 'Sara Ali'), notice('comment', 'نورة الحربي'), notice('comment', null)],
      '2027-01-31',
    ),
  bookable: async (ctx, to) => {
    const { id } = await app.db.selectFrom('courses').select('id').orderBy('id').executeTakeFirstOrThrow()
    await app.db
      .insertInto('notify_requests')
      .values({ course_id: id, email: to, lang: ctx.lang, created_at: ctx.now() })
      .execute()
    await app.tasks.notifyWaitlist!({})
  },
}

async function mailOfficeAt(to: string) {
  const { data } = await app.db.selectFrom('institute').select('data').executeTakeFirstOrThrow()
  const ours = JSON.stringify({ ...data, mailboxes: { quote: to, orders: to } })
  await app.db.updateTable('institute').set({ data: ours }).execute()
}

const aQuote = (email: string) => ({
  ...{ institutionName: 'شركة الأفق Ltd', managerName: 'هند العتيبي', jobTitle: 'مديرة التدريب', email },
  ...{ phone: '0551234567', specializationId: 1, traineeCount: 25, trainingLocation: 2, hospitality: 2 },
  otherAdditions: 'القاعة في الرياض.\n\nThe room is for 25 people.',
})

const reader = ({ lang }: Context, email: string): Receiver => ({
  ...{ id: 1, email, lang, first_name: 'سارة', last_mailed_at: null },
})

let notices = 0
/** A user’s text with words of both directions. */
function notice(kind: TextNoticeRow['kind'], name: string | null): TextNoticeRow {
  notices += 1
  return {
    ...{ id: notices, kind, created_at: new Date(), read_at: null, article: null },
    text: '**Excel** أسرع مما ظننت: pivot tables في دقيقة، see https://example.org/a/very/long/address/that/goes/on',
    author: {
      ...{ id: 1, userId: 1, title: null, bio: null, picture: null, kind: 'member' },
      name: name === null ? null : { ar: name },
    },
    post: { id: notices % 2, title: 'أول تقرير لي بالجداول المحورية (pivot tables)' },
    comment: { id: notices, place: 1 },
  }
}

async function ordered(ctx: Context, to: string, write: (orderId: string) => Promise<void>) {
  const { id: orderId, sara } = await waitingOrder(app)
  await app.db.updateTable('users').set({ email: to, first_name: 'سارة' }).where('id', '=', sara.id).execute()
  await app.db.updateTable('orders').set({ lang: ctx.lang }).where('user_id', '=', sara.id).execute()
  await write(orderId)
}

it('every mail of the product is tested here', () => {
  const written = [
    identityMails,
    securityMails,
    externalMails,
    orderMails,
    paymentMails,
    transferMails,
    reminderMails,
    noticeMails,
  ].flatMap((module) => Object.keys(module))
  expect(Object.keys(MAILS)).toEqual(expect.arrayContaining(written.filter((name) => /^mail[A-Z]/.test(name))))
})

/** Together they have every part that has another colour in dark mode. */
const EVERY_PART = ['mailActivationCode', 'mailPaid']
/** A web mail client shows a mail inside its own page. */
const ABOUT_WHOLE_PAGES = ['landmark-one-main', 'region']

const shown = async (html: string, name: string) => {
  await page.setContent(html)
  await expectNoSidewaysScroll(page)
  await picture(page, name)
}

/** The empty space on each side of the text of a cell. */
function besideItsWords(element: Element) {
  const range = document.createRange()
  range.selectNodeContents(element)
  const [words, cell] = [range.getBoundingClientRect(), element.closest('td')!.getBoundingClientRect()]
  return { left: words.left - cell.left, right: cell.right - words.right }
}

describe.each(['ar', 'en'] as Lang[])('in %s', (lang) => {
  // In a short run the languages take turns.
  const turn = lang === 'ar' ? 0 : 1
  it.each(Object.keys(MAILS).filter((_, place) => IS_LONG || place % 2 === turn))('%s is readable', async (name) => {
    const to = `${name}-${lang}@example.com`.toLowerCase()
    await MAILS[name]!(contextAs(app, null, { lang, userAgent: USER_AGENT }), to)
    const [mail] = await app.mails(to)
    expect(mail, 'written').toBeDefined()
    // The institute reads Arabic.
    const read = ['leadForOffice', 'mailReceiptToCheck'].includes(name) ? 'ar' : lang
    requests.length = 0
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 640, height: 800 })
    await shown(mail!.html!, `mail-${name}-${lang}-640`)
    expect(await page.evaluate(() => [document.documentElement.dir, document.documentElement.lang])).toEqual([
      read === 'ar' ? 'rtl' : 'ltr',
      read,
    ])
    const room = await page.locator('h1').evaluate(besideItsWords)
    expect(read === 'ar' ? room.right : room.left).toBeLessThan(40)
    // The empty space depends on the installed fonts.
    expect(read === 'ar' ? room.left : room.right).toBeGreaterThan(50)
    await page.setViewportSize({ width: 390, height: 800 })
    await shown(mail!.html!, `mail-${name}-${lang}-390`)
    await expectAccessible(page, ABOUT_WHOLE_PAGES)
    await page.emulateMedia({ colorScheme: 'dark' })
    await picture(page, `mail-${name}-${lang}-dark`)
    if (EVERY_PART.includes(name)) await expectAccessible(page, ABOUT_WHOLE_PAGES)
    expect(requests).toEqual([])
    expect(mail!.text.trim().split('\n').length).toBeGreaterThan(6)
    expect(mail!.text).not.toMatch(/[<>]|undefined|\[object/)
  })
})

it('a code is selected completely, in the order of its digits, within Arabic text', async () => {
  await MAILS.mailActivationCode!(contextAs(app, null, { lang: 'ar' }), 'copy@example.com')
  const [mail] = await app.mails('copy@example.com')
  await page.setContent(mail!.html!)
  const code = page.getByText(CODE, { exact: true })
  await code.click()
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe(CODE)
  const places = await code.evaluate((element) => {
    const text = element.firstChild!
    return [0, 5].map((at) => {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return range.getBoundingClientRect().x
    })
  })
  expect(places[0]).toBeLessThan(places[1]!)
})
