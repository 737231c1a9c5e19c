/** What a visitor sees when not even the error page can be made, as while the database is away: it needs nothing. */
import type { Context } from 'hono'
import { dirOf, type Lang } from './locales/lang.ts'

const TEXTS: Record<Lang, { title: string; body: string; retry: string }> = {
  ar: {
    title: 'الموقع غير متاح مؤقتًا',
    body: 'نعمل على إعادته الآن. لم يضِع شيء مما أرسلته وأُكّد لك؛ حاول بعد قليل.',
    retry: 'أعد المحاولة',
  },
  en: {
    title: 'The site is briefly unavailable',
    body: 'We are bringing it back now. Nothing that was confirmed to you is lost; try again shortly.',
    retry: 'Try again',
  },
}

const STYLE = `body{margin:0;min-block-size:100vh;display:grid;place-content:center;gap:3rem;padding:2rem;text-align:center;
font:17px/1.75 "Readex Pro",Tahoma,system-ui,sans-serif;background:#0d3a31;color:#fffdf9}h1{font-size:1.5rem;margin:0}
p{margin:.5rem 0 1rem;max-inline-size:32rem}a{color:#0d3a31;background:#fffdf9;padding:.6rem 1.4rem;border-radius:12px;text-decoration:none}`

/** 503 in both languages, the visitor's first. */
export function outagePage(c: Context, lang: Lang): Response {
  const other: Lang = lang === 'ar' ? 'en' : 'ar'
  const part = (one: Lang) =>
    `<div lang="${one}" dir="${dirOf(one)}"><h1>${TEXTS[one].title}</h1><p>${TEXTS[one].body}</p><a href="">${TEXTS[one].retry}</a></div>`
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  )
  c.header('Cache-Control', 'no-store')
  c.header('Retry-After', '10')
  return c.html(
    `<!doctype html><html lang="${lang}" dir="${dirOf(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${TEXTS[lang].title}</title><style>${STYLE}</style></head><body><main>${part(lang)}${part(other)}</main></body></html>`,
    503,
  )
}
