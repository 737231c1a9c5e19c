/** Pages for when nothing else can be rendered, for instance without the database: they depend only on this file. */
import type { Context } from 'hono'
import { InlineStyle, renderDocument } from '../../html/document.server.tsx'
import { dirOf, type Lang } from '../../locales/lang.ts'
import { BRAND_COLOURS } from '../../ui/brand-colours.ts'
import { RETRY_AFTER_SECONDS } from './outage.ts'

type Texts = { title: string; body: string; retry?: string }

const TEXTS: Record<Lang, Texts> = {
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

const { deep, paper } = BRAND_COLOURS

const STYLE = `body{margin:0;min-block-size:100vh;display:grid;place-content:center;gap:3rem;padding:2rem;text-align:center;
font:17px/1.75 "Readex Pro",Tahoma,system-ui,sans-serif;background:${deep};color:${paper}}h1{font-size:1.5rem;margin:0}
p{margin:.5rem 0 1rem;max-inline-size:32rem}a{color:${deep};background:${paper};padding:.6rem 1.4rem;border-radius:12px;text-decoration:none}`

const EXPIRED: Record<Lang, Texts> = {
  ar: {
    title: 'انتهت صلاحية هذا الرابط',
    body: 'يعمل رابط الملف مدة محدودة. ارجع إلى الصفحة التي وجدته فيها، أو اطلب رابطًا جديدًا ممن أرسله إليك.',
  },
  en: {
    title: 'This link has expired',
    body: 'A link to a file works for a limited time. Go back to the page where you found it, or ask its sender for a new one.',
  },
}

const NO_CONTENT: Record<Lang, Texts> = {
  ar: {
    title: 'الموقع قيد الإعداد',
    body: 'لم يُهيَّأ المعهد بعد. إن كنت مسؤول التشغيل فادخل لوحة الإدارة (\u2066/ar/desk\u2069) لتهيئته، أو حمّل محتواه بالأمر: \u2066npm run content -- import FOLDER\u2069',
    retry: 'أعد المحاولة',
  },
  en: {
    title: 'This site is being set up',
    body: 'The institute is not set up yet. If you run this site, set it up at the desk (/en/desk), or load its content: npm run content -- import FOLDER',
    retry: 'Try again',
  },
}

/** 503 while the database has no content. */
export function noContentPage(c: Context, lang: Lang): Response {
  c.header('Retry-After', String(RETRY_AFTER_SECONDS))
  return inBothLanguages(c, lang, NO_CONTENT, 503)
}

/** 503 in both languages, the visitor's first. */
export function outagePage(c: Context, lang: Lang): Response {
  c.header('Retry-After', String(RETRY_AFTER_SECONDS))
  return inBothLanguages(c, lang, TEXTS, 503)
}

/** 410 for an address that has expired. */
export function expiredPage(c: Context, lang: Lang): Response {
  return inBothLanguages(c, lang, EXPIRED, 410)
}

function inBothLanguages(c: Context, lang: Lang, texts: Record<Lang, Texts>, status: 410 | 503): Response {
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  )
  c.header('Cache-Control', 'no-store')
  const other: Lang = lang === 'ar' ? 'en' : 'ar'
  const body = (
    <main>
      <Part lang={lang} texts={texts[lang]} />
      <Part lang={other} texts={texts[other]} />
    </main>
  )
  return c.html(renderDocument({ lang, title: texts[lang].title, head: <InlineStyle css={STYLE} />, body }), status)
}

function Part({ lang, texts: { title, body, retry } }: { lang: Lang; texts: Texts }) {
  return (
    <div lang={lang} dir={dirOf(lang)}>
      <h1>{title}</h1>
      <p>{body}</p>
      {/* biome-ignore lint/a11y/useValidAnchor: the empty address is that of the page which was asked for */}
      {retry && <a href="">{retry}</a>}
    </div>
  )
}
