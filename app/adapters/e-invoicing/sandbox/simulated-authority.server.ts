/** The tax authority of a demonstration: its platform as documented, behind our own address. */
import { Hono, type Context as HttpContext } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { stayHere } from '../../../links.ts'
import { isLang, type Lang } from '../../../locales/lang.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { authorityApi } from './authority-api.server.ts'
import { behaviour, receivedDocuments, setBehaviour } from './authority-queries.server.ts'
import { behaviourPage } from './behaviour-page.server.tsx'
import { BEHAVIOURS } from './behaviours.ts'

export const BASE_PATH = '/sandbox-e-invoicing'
const MAX_BODY_BYTES = 1_000_000
const MAX_SHOWN = 20
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

type Parts = { db: Database; now: () => Date; publicUrl: string }

export function simulatedAuthority({ db, now, publicUrl }: Parts): Hono {
  const app = new Hono()
  app.use(`${BASE_PATH}/*`, bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => c.text('Too large.', 413) }))
  app.use(BASE_PATH, async (c, next) => {
    await next()
    c.header('Content-Security-Policy', POLICY)
    c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
  })
  app.get(BASE_PATH, async (c) => {
    const received = (await receivedDocuments(db, MAX_SHOWN)).reverse()
    return c.html(behaviourPage({ lang: langOf(c), present: await behaviour(db), received }))
  })
  app.post(BASE_PATH, async (c) => {
    const form = await c.req.parseBody().catch((): Record<string, unknown> => ({}))
    const chosen = z.enum(BEHAVIOURS).safeParse(form.behaviour)
    if (!chosen.success) return c.text('There is no such behaviour.', 422)
    await setBehaviour(db, chosen.data)
    return c.redirect(stayHere(`${BASE_PATH}?lang=${langOf(c)}`, publicUrl), 303)
  })
  app.route(BASE_PATH, authorityApi({ db, now }))
  return app
}

function langOf(c: HttpContext): Lang {
  const asked = c.req.query('lang')
  return isLang(asked) ? asked : 'ar'
}
