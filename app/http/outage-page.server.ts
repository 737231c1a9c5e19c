/** What a visitor sees when not even the error page can be made, as while the database is away: they need nothing. */
import type { Context } from 'hono'
import { dirOf, type Lang } from '../locales/lang.ts'

type Words = { title: string; body: string; retry?: string }

const TEXTS: Record<Lang, Words> = {
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

const EXPIRED: Record<Lang, Words> = {
  ar: {
    title: 'انتهت صلاحية هذا الرابط',
    body: 'يعمل رابط الملف مدة محدودة. ارجع إلى الصفحة التي وجدته فيها، أو اطلب رابطًا جديدًا ممن أرسله إليك.',
  },
  en: {
    title: 'This link has expired',
    body: 'A link to a file works for a limited time. Go back to the page where you found it, or ask its sender for a new one.',
  },
}

/** 503 in both languages, the visitor's first. */
export function outagePage(c: Context, lang: Lang): Response {
  c.header('Retry-After', '10')
  return inBothLanguages(c, lang, TEXTS, 503)
}

/** 410 for an address that was good for a while. */
export function expiredPage(c: Context, lang: Lang): Response {
  return inBothLanguages(c, lang, EXPIRED, 410)
}

function inBothLanguages(c: Context, lang: Lang, texts: Record<Lang, Words>, status: 410 | 503): Response {
  const other: Lang = lang === 'ar' ? 'en' : 'ar'
  const part = (one: Lang) => {
    const { title, body, retry } = texts[one]
    const again = retry ? `<a href="">${retry}</a>` : ''
    return `<div lang="${one}" dir="${dirOf(one)}"><h1>${title}</h1><p>${body}</p>${again}</div>`
  }
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  )
  c.header('Cache-Control', 'no-store')
  return c.html(
    `<!doctype html><html lang="${lang}" dir="${dirOf(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${texts[lang].title}</title><style>${STYLE}</style></head><body><main>${part(lang)}${part(other)}</main></body></html>`,
    status,
  )
}
