/** The instalment companies of a demonstration: their APIs, payment pages and messages, behind our own address. */
import { Hono, type Context as HttpContext } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { stayHere } from '../../../../links.ts'
import { isLang, type Lang } from '../../../../locales/lang.ts'
import type { Database } from '../../../../platform/database/database.server.ts'
import type { InstalmentCompany } from '../../../../platform/instalment-companies.ts'
import type { Tasks } from '../../../../platform/jobs.server.ts'
import type { Settings } from '../../../../platform/settings.server.ts'
import { policy } from '../../sandbox-layout.server.tsx'
import { isOpen, MISHAPS, type Plan } from './plan.ts'
import { changePlan, findPlan } from './plan-queries.server.ts'
import { announce, messageTask } from './stand-in-messages.server.ts'
import { missingPage, planPage } from './stand-in-page.server.tsx'
import { messageOf, tabbyStandIn } from './tabby-stand-in.server.ts'
import { tamaraMessage, tamaraStandIn } from './tamara-stand-in.server.ts'

const PATH = '/sandbox-instalments'
const MAX_BODY_BYTES = 20_000

type Parts = {
  db: Database
  settings: Settings
  now: () => Date
  /** Signs and proves; nothing that is simulated has a secret of its own. */
  webhookSecret: Buffer
  /** Our own server: they are called, and send their messages, over HTTP. */
  webhookOrigin: string
  merchant: (lang: Lang) => Promise<string>
}

export function simulatedCompanies(parts: Parts): { keys: StandInKeys; pages: Hono; tasks: Tasks } {
  const { db, settings, now, webhookSecret, webhookOrigin, merchant } = parts
  const secret = webhookSecret.toString('hex')
  const keys = keysOf(secret, webhookOrigin, settings)
  const pageOf = (company: InstalmentCompany) => (id: string) => `${settings.publicUrl}${PATH}/pay/${company}/${id}`
  const app = new Hono()
  app.use(`${PATH}/*`, bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => c.text('Too large.', 413) }))
  const api = { db, now }
  app.route(`${PATH}/tabby`, tabbyStandIn({ ...api, secretKey: keys.tabby.secretKey, pageOf: pageOf('tabby') }))
  app.route(`${PATH}/tamara`, tamaraStandIn({ ...api, apiToken: keys.tamara.apiToken, pageOf: pageOf('tamara') }))

  const csp = policy(new URL(settings.publicUrl).origin)
  app.use(`${PATH}/pay/*`, async (c, next) => {
    await next()
    c.header('Content-Security-Policy', csp)
    c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
  })
  app.get(`${PATH}/pay/:company{tabby|tamara}/:id`, async (c) => {
    const { company, plan, lang } = await asked(c, db, now())
    if (!plan) return c.html(missingPage(company, lang), 404)
    return c.html(planPage({ company, lang, plan, now: now(), merchant: await merchant(lang) }))
  })
  app.post(`${PATH}/pay/:company{tabby|tamara}/:id`, async (c) => {
    const { company, lang } = await asked(c, db, now())
    const form = await c.req.parseBody().catch((): Record<string, unknown> => ({}))
    const does = Deed.safeParse(form.does).data
    const after = await changePlan(db, company, c.req.param('id'), now(), async (plan, save, tx) => {
      if (!does || !isOpen(plan, now())) return plan
      const changed = decided(plan, does, now())
      await save(changed)
      await tell(tx, changed)
      return changed
    })
    if (!after) return c.html(missingPage(company, lang), 404)
    const isLost = after.status === 'approved' && after.mishap === 'silent'
    const to = isLost || after.status === 'new' ? `${PATH}/pay/${company}/${after.id}?lang=${lang}` : returnOf(after)
    return c.redirect(stayHere(to, settings.publicUrl), 303)
  })
  return { keys, pages: app, tasks: messageTask({ tabby: secret, tamara: secret }, webhookOrigin, now) }
}

const Deed = z.enum(['pay', 'decline', 'cancel', ...MISHAPS])

async function asked(c: HttpContext, db: Database, now: Date) {
  const company: InstalmentCompany = c.req.param('company') === 'tamara' ? 'tamara' : 'tabby'
  const plan = await findPlan(db, company, c.req.param('id') ?? '', now)
  const requested = c.req.query('lang') ?? plan?.lang
  const lang: Lang = isLang(requested) ? requested : 'ar'
  return { company, plan, lang }
}

function decided(plan: Plan, does: z.output<typeof Deed>, now: Date): Plan {
  if (does === 'decline') return { ...plan, status: 'declined' }
  if (does === 'cancel') return { ...plan, status: 'expired' }
  const mishap = does === 'pay' ? null : does
  return { ...plan, status: 'approved', approvedAt: now.toISOString(), mishap }
}

/** Tabby tells of expiries only when asked to; Tamara always. */
async function tell(db: Database, plan: Plan): Promise<void> {
  if (plan.company === 'tamara') return announce(db, plan, tamaraMessage(plan, `order_${plan.status}`))
  if (plan.status !== 'expired') await announce(db, plan, messageOf(plan))
}

/** As documented: Tabby adds its payment's id to the address. */
function returnOf({ status, urls, id, company }: Plan): string {
  const url = new URL(status === 'declined' ? urls.failure : status === 'expired' ? urls.cancel : urls.success)
  if (company === 'tabby') url.searchParams.set('payment_id', id)
  return url.href
}

export type StandInKeys = ReturnType<typeof keysOf>

function keysOf(secret: string, origin: string, settings: Settings) {
  const pageOrigin = new URL(settings.publicUrl).origin
  const terms = settings.payment.instalments.offered.find(({ company }) => company === 'tamara')
  return {
    tabby: {
      ...{ secretKey: `sk_test_${secret}`, merchantCode: 'demonstration', webhookSecret: secret },
      ...{ apiUrl: `${origin}${PATH}/tabby`, live: false, pageOrigin },
    },
    tamara: {
      ...{ apiToken: secret, notificationToken: secret, apiUrl: `${origin}${PATH}/tamara` },
      ...{ instalments: terms?.parts ?? 4, pageOrigin },
    },
  }
}
