/** Two plain pages of the server's own: the demonstration's outbox and the API's documentation. */
import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { html, raw } from 'hono/html'
import { openApi } from '../api/openapi.server.ts'
import { outbox } from '../features/messages/messages.server.ts'
import { outboxTexts as ar } from '../locales/ar/outbox.ts'
import { outboxTexts as en } from '../locales/en/outbox.ts'
import { formatDay, formatTime } from '../locales/format.ts'
import { dirOf, isLang, type Lang, preferredLang } from '../locales/lang.ts'
import type { Database } from '../platform/database.server.ts'

const TEXTS = { ar, en }

const STYLE = `body{font:16px/1.7 system-ui,sans-serif;margin:0 auto;max-inline-size:60rem;padding:2rem;color:#13231f;background:#fffdf9}
h1{font-size:1.5rem}article,details{border:1px solid #e6dfd1;border-radius:12px;padding:1rem;margin-block:1rem;background:#fff}
h2{font-size:1.15rem;line-height:1.5;margin-block:.5rem}nav{display:flex;justify-content:space-between}
pre{unicode-bidi:isolate;white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.6 ui-monospace,monospace;margin:0}article pre{font-family:inherit}dl{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:0}
dt{color:#5a6762}dd{margin:0}a{color:#14594b}code{overflow-wrap:anywhere;background:#f6f1e6;padding:.1em .4em;border-radius:4px}`
const PLAIN =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The language that was asked for, else the one that was read last. */
function langOf(c: Context): Lang {
  const known = [c.req.query('lang'), getCookie(c, 'lang')].find((lang) => isLang(lang))
  return isLang(known) ? known : (preferredLang(c.req.header('accept-language')) ?? 'ar')
}

/** `/outbox` and `/api/outbox`: what would have been sent. Mounted in demonstration mode only. */
export function outboxPages(db: Database): Hono {
  const app = new Hono()
  app.get('/api/outbox', async (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json(await outbox(db, recipientIn(c)))
  })
  app.get('/outbox', async (c) => {
    const messages = await outbox(db, recipientIn(c))
    const lang = langOf(c)
    const other = lang === 'ar' ? 'en' : 'ar'
    const t = TEXTS[lang]
    c.header('Content-Security-Policy', PLAIN)
    c.header('Cache-Control', 'no-store')
    return c.html(html`<!doctype html><html lang="${lang}" dir="${dirOf(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${t.title}</title><style>${raw(STYLE)}</style></head>
      <body><main><nav><a href="/${lang}">${t.back}</a> <a href="?lang=${other}" lang="${other}">${t.other}</a></nav><h1>${t.title}</h1><p>${t.lead}</p>
      ${messages.length === 0 ? html`<p>${t.none}</p>` : ''}
      ${messages.map(
        (
          message,
        ) => html`<article><dl><dt>${t.channels[message.channel] ?? message.channel}</dt><dd><bdi>${message.to}</bdi></dd>
        <dd><time datetime="${message.sentAt}">${t.at(formatDay(message.sentAt, lang), formatTime(message.sentAt, lang))}</time></dd></dl>
        ${message.subject ? html`<h2 dir="auto">${message.subject}</h2>` : ''}<pre dir="auto">${message.text}</pre>
        ${message.html ? html`<p><a href="/outbox/${message.id}">${t.asSent}</a></p>` : ''}</article>`,
      )}</main></body></html>`)
  })
  app.get('/outbox/:id', async (c) => {
    const message = (await outbox(db)).find(({ id }) => String(id) === c.req.param('id'))
    if (!message?.html) return c.notFound()
    c.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-top-navigation-by-user-activation",
    )
    return c.html(message.html)
  })
  return app
}

/** Whose messages are asked for; the database takes no text with a NUL. */
function recipientIn(c: Context): string | undefined {
  return c.req.query('to')?.replaceAll('\0', '')
}

type Operation = { operationId: string; summary: string; responses: Record<string, { description: string }> }

/** `/api/docs`: every call with its schemas, from the same document as `openapi.json`. */
export function apiDocs(publicUrl: string): Hono {
  const document = openApi(publicUrl)
  return new Hono().get('/api/docs', (c) => {
    const paths = Object.entries(document.paths as Record<string, Record<string, Operation>>)
    const calls = paths.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    c.header('Content-Security-Policy', PLAIN)
    return c.html(html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Maahad API</title><style>${raw(STYLE)}</style></head>
      <body><main><h1>Maahad API</h1><p>${String((document.info as { description: string }).description)} The whole document: <a href="/api/openapi.json">openapi.json</a>.</p>
      ${calls.map(
        ({
          path,
          method,
          operation,
        }) => html`<details id="${operation.operationId}"><summary><code>${method.toUpperCase()} /api${path}</code> ${operation.summary}</summary>
        <dl>${Object.entries(operation.responses).map(([status, { description }]) => html`<dt>${status}</dt><dd>${description}</dd>`)}</dl>
        <pre>${JSON.stringify(operation, null, 2)}</pre></details>`,
      )}</main></body></html>`)
  })
}
