/** The payment page of a simulated company: plain forms without scripts, in the style of the test payment page. */
import type { ReactNode } from 'react'
import { renderDocument } from '../../../../html/document.server.tsx'
import { formatMoney } from '../../../../locales/format.ts'
import { dirOf, type Lang } from '../../../../locales/lang.ts'
import { type InstalmentCompany, partsOf } from '../../../../platform/instalment-companies.ts'
import { BASE_PATH as SANDBOX_PATH } from '../../sandbox-layout.server.tsx'
import { isOpen, MISHAPS, type Plan } from './plan.ts'
import { standInTexts } from './stand-in-texts.ts'

type Shown = { company: InstalmentCompany; lang: Lang; merchant: string; plan: Plan; now: Date }

function document(company: InstalmentCompany, lang: Lang, title: string, content: ReactNode): string {
  const t = standInTexts[lang]
  const other: Lang = lang === 'ar' ? 'en' : 'ar'
  return renderDocument({
    lang,
    title: `${title} · ${t.company[company]}`,
    head: (
      <>
        <meta name="robots" content="noindex" />
        {['sandbox-type', 'sandbox'].map((name) => (
          <link key={name} rel="stylesheet" href={`${SANDBOX_PATH}/${name}.css`} />
        ))}
      </>
    ),
    body: (
      <>
        <header>
          <p className="ribbon">
            <strong>{t.mode}</strong> {t.notice}
          </p>
          <div className="top">
            <span className="company">{t.company[company]}</span>
            <a className="language" href={`?lang=${other}`} lang={other} hrefLang={other} dir={dirOf(other)}>
              {t.otherLanguage}
            </a>
          </div>
        </header>
        <main>{content}</main>
      </>
    ),
  })
}

/** The plan with its parts and what the payer may do; what became of it once it is decided. */
export function planPage({ company, lang, merchant, plan, now }: Shown): string {
  const t = standInTexts[lang]
  if (!isOpen(plan, now)) {
    const isOver = plan.status === 'new' || plan.status === 'expired'
    const isSilent = plan.status === 'approved' && plan.mishap === 'silent'
    const [title, text] = isOver ? [t.overTitle, t.over] : isSilent ? [t.silentTitle, t.silent] : [t.doneTitle, t.done]
    return messagePage(company, lang, title, text, isSilent ? undefined : plan.urls.success)
  }
  const title = t.title(t.company[company])
  const parts = partsOf(plan.amountHalalas, plan.parts)
  return document(
    company,
    lang,
    title,
    <div className="pay">
      <section className="bill" aria-label={t.amount}>
        <p className="merchant">
          <span>{t.to}</span>{' '}
          <strong>
            <bdi>{merchant}</bdi>
          </strong>
        </p>
        <p className="amount">
          <bdi>{formatMoney(plan.amountHalalas, lang)}</bdi>
        </p>
        <dl>
          <div>
            <dt>{t.subject}</dt>
            {plan.description.split(' · ').map((part) => (
              <dd key={part}>
                <bdi>{part}</bdi>
              </dd>
            ))}
          </div>
          {parts.map((halalas, month) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its month
            <div key={month}>
              <dt>{month === 0 ? t.today : t.month(month)}</dt>
              <dd>
                <bdi>{formatMoney(halalas, lang)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="form" aria-labelledby="title">
        <h1 id="title">{title}</h1>
        <form method="post" action={`?lang=${lang}`}>
          <button type="submit" name="does" value="pay">
            <span>{t.pay(formatMoney(parts[0] ?? 0, lang))}</span>
          </button>
          <button type="submit" className="quiet" name="does" value="decline">
            {t.decline}
          </button>
          <button type="submit" className="quiet" name="does" value="cancel">
            {t.cancel}
          </button>
        </form>
        <h2>{t.bad}</h2>
        <form method="post" action={`?lang=${lang}`}>
          {MISHAPS.map((mishap) => (
            <button key={mishap} type="submit" className="quiet" name="does" value={mishap}>
              {t.mishaps[mishap]}
            </button>
          ))}
        </form>
      </section>
    </div>,
  )
}

export function missingPage(company: InstalmentCompany, lang: Lang): string {
  const t = standInTexts[lang]
  return messagePage(company, lang, t.missingTitle, t.missing, `/${lang}`)
}

function messagePage(company: InstalmentCompany, lang: Lang, title: string, text: string, link: string | undefined) {
  return document(
    company,
    lang,
    title,
    <div className="pay note">
      <section className="form">
        <h1>{title}</h1>
        <p>{text}</p>
        {link && (
          <a className="go" href={link}>
            {standInTexts[lang].back}
          </a>
        )}
      </section>
    </div>,
  )
}
