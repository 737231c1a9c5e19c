/** Two plain pages of the server's own: the demonstration's outbox and the API's documentation. */
import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { Fragment } from 'react'
import { openApi } from '../api/openapi.server.ts'
import { type OutboxMessage, outbox } from '../features/messages/messages.server.ts'
import { InlineStyle, renderDocument } from '../html/document.server.tsx'
import { outboxTexts as ar } from '../locales/ar/outbox.ts'
import { outboxTexts as en } from '../locales/en/outbox.ts'
import { formatDay, formatTime } from '../locales/format.ts'
import { isLang, type Lang, preferredLang } from '../locales/lang.ts'
import type { Database } from '../platform/database/database.server.ts'
import { BRAND_COLOURS } from '../ui/brand-colours.ts'

const TEXTS = { ar, en }

const { ink, line, muted, paper, pine, sand } = BRAND_COLOURS

const STYLE = `body{font:16px/1.7 system-ui,sans-serif;margin:0 auto;max-inline-size:60rem;padding:2rem;color:${ink};background:${paper}}
h1{font-size:1.5rem}article,details{border:1px solid ${line};border-radius:12px;padding:1rem;margin-block:1rem;background:#fff}
h2{font-size:1.15rem;line-height:1.5;margin-block:.5rem}nav{display:flex;justify-content:space-between}
pre{unicode-bidi:isolate;white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.6 ui-monospace,monospace;margin:0}article pre{font-family:inherit}dl{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:0}
dt{color:${muted}}dd{margin:0}a{color:${pine}}code{overflow-wrap:anywhere;background:${sand};padding:.1em .4em;border-radius:4px}`
const POLICY =
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
    c.header('Content-Security-Policy', POLICY)
    c.header('Cache-Control', 'no-store')
    return c.html(outboxPage(messages, lang))
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

function outboxPage(messages: OutboxMessage[], lang: Lang): string {
  const texts = TEXTS[lang]
  const other = lang === 'ar' ? 'en' : 'ar'
  const body = (
    <main>
      <nav>
        <a href={`/${lang}`}>{texts.back}</a>{' '}
        <a href={`?lang=${other}`} lang={other}>
          {texts.other}
        </a>
      </nav>
      <h1>{texts.title}</h1>
      <p>{texts.lead}</p>
      {messages.length === 0 && <p>{texts.none}</p>}
      {messages.map((message) => (
        <Message key={message.id} message={message} lang={lang} />
      ))}
    </main>
  )
  return renderDocument({ lang, title: texts.title, head: <InlineStyle css={STYLE} />, body })
}

function Message({ message, lang }: { message: OutboxMessage; lang: Lang }) {
  const texts = TEXTS[lang]
  const { id, channel, to, subject, text, html, sentAt } = message
  return (
    <article>
      <dl>
        <dt>{texts.channels[channel] ?? channel}</dt>
        <dd>
          <bdi>{to}</bdi>
        </dd>
        <dd>
          <time dateTime={sentAt}>{texts.at(formatDay(sentAt, lang), formatTime(sentAt, lang))}</time>
        </dd>
      </dl>
      {subject && <h2 dir="auto">{subject}</h2>}
      <pre dir="auto">{text}</pre>
      {html && (
        <p>
          <a href={`/outbox/${id}`}>{texts.asSent}</a>
        </p>
      )}
    </article>
  )
}

/** Whose messages are asked for; the database takes no text with a NUL. */
function recipientIn(c: Context): string | undefined {
  return c.req.query('to')?.replaceAll('\0', '')
}

type Call = { path: string; method: string; operation: Operation }
type Operation = { operationId: string; summary: string; responses: Record<string, { description: string }> }

/** `/api/docs`: every call with its schemas, from the same document as `openapi.json`. */
export function apiDocs(publicUrl: string): Hono {
  return new Hono().get('/api/docs', (c) => {
    const document = openApi(publicUrl)
    const paths = Object.entries(document.paths as Record<string, Record<string, Operation>>)
    const calls = paths.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    c.header('Content-Security-Policy', POLICY)
    const { description } = document.info as { description: string }
    return c.html(apiDocsPage(description, calls))
  })
}

function apiDocsPage(description: string, calls: Call[]): string {
  const body = (
    <main>
      <h1>Maahad API</h1>
      <p>
        {description} The whole document: <a href="/api/openapi.json">openapi.json</a>.
      </p>
      {calls.map(({ path, method, operation }) => (
        <details key={operation.operationId} id={operation.operationId}>
          <summary>
            <code>{`${method.toUpperCase()} /api${path}`}</code> {operation.summary}
          </summary>
          <dl>
            {Object.entries(operation.responses).map(([status, { description }]) => (
              <Fragment key={status}>
                <dt>{status}</dt>
                <dd>{description}</dd>
              </Fragment>
            ))}
          </dl>
          <pre>{JSON.stringify(operation, null, 2)}</pre>
        </details>
      ))}
    </main>
  )
  return renderDocument({ lang: 'en', title: 'Maahad API', head: <InlineStyle css={STYLE} />, body })
}
