/**
 * `/{lang}/embed/{host}/{id}`: what the frame of a film in an article shows. At first a link of our own; once it is
 * pressed, the player. Only this page may frame the other site, so no article has to allow it.
 */
import { Hono } from 'hono'
import { InlineStyle, renderDocument } from '../html/document.server.tsx'
import { embed as ar } from '../locales/ar/embed.ts'
import { embed as en } from '../locales/en/embed.ts'
import { isLang } from '../locales/lang.ts'
import { playerOf } from '../platform/markdown/embeds.ts'
import { BRAND_COLOURS } from '../ui/brand-colours.ts'

const TEXTS = { ar, en }
const { deep, paper } = BRAND_COLOURS

const STYLE = `html,body{block-size:100%;margin:0}body{font:16px/1.7 system-ui,sans-serif;color:${paper};background:${deep}}
main{display:grid;place-content:center;justify-items:center;gap:.75rem;box-sizing:border-box;min-block-size:100%;padding:1rem;text-align:center}
h1{position:absolute;clip-path:inset(50%);font-size:1rem}
a{color:${deep};background:${paper};border-radius:8px;padding:.75rem 1.25rem;font-weight:500;text-decoration:none}p{margin:0;font-size:.875rem}
iframe{display:block;inline-size:100%;block-size:100%;border:0}`

export function embedPages(): Hono {
  return new Hono().get('/:lang/embed/:host/:id', (c) => {
    const { lang, host, id } = c.req.param()
    const player = playerOf(host, id)
    if (!isLang(lang) || !player) return c.notFound()
    const t = TEXTS[lang]
    const { name, src, origin } = player
    const isPlaying = c.req.query('play') !== undefined
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; frame-src ${isPlaying ? origin : "'none'"}`,
    )
    c.header('Cache-Control', 'public, max-age=3600')
    c.header('X-Robots-Tag', 'noindex')
    const body = isPlaying ? (
      <iframe src={src} title={t.title(name)} allow="fullscreen; encrypted-media; picture-in-picture" allowFullScreen />
    ) : (
      <main>
        <h1>{t.title(name)}</h1>
        <a href="?play=1">{t.play(name)}</a>
        <p>{t.note(name)}</p>
      </main>
    )
    return c.html(renderDocument({ lang, title: t.title(name), head: <InlineStyle css={STYLE} />, body }))
  })
}
