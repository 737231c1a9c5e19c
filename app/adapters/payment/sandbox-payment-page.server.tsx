/** The sandbox's payment page and its messages. */
import type { ReactNode } from 'react'
import { formatDay, formatMoney, formatTime } from '../../locales/format.ts'
import { formatList } from '../../locales/format-week.ts'
import { keepSigns } from '../../locales/keep-signs.ts'
import type { Lang } from '../../locales/lang.ts'
import { PAYMENT_BRANDS, type PaymentBrand } from '../../locales/payment-brands.ts'
import type { CardField, CardForm, CardMistakes, TestCard } from './sandbox-cards.ts'
import { CardsTable } from './sandbox-cards-table.server.tsx'
import { Icon, type IconName, MastercardLogo, VisaLogo } from './sandbox-icons.server.tsx'
import { BASE_PATH, paymentDocument } from './sandbox-layout.server.tsx'
import type { SandboxPayment } from './sandbox-queries.server.ts'
import { type SandboxTexts, sandboxTexts } from './sandbox-texts.ts'

/** A payment and its payee. */
export type Bill = { payment: SandboxPayment; merchant: string; lang: Lang; brands: PaymentBrand[] }

/** The card form with its values and mistakes. @param chosen the test card that fills it */
export function cardPage(bill: Bill, values: CardForm, mistakes: CardMistakes, chosen?: TestCard): string {
  const { payment, lang } = bill
  const texts = sandboxTexts[lang]
  const field = (name: CardField) => ({ texts, name, value: values[name], mistakes })
  return paymentDocument(
    lang,
    texts.title,
    <>
      <div className="pay">
        <BillSummary {...bill} />
        <section className="form" aria-labelledby="title">
          <h1 id="title">{texts.title}</h1>
          <MistakeSummary texts={texts} mistakes={mistakes} />
          <form method="post" action={`${BASE_PATH}/${payment.id}?lang=${lang}`} noValidate>
            {/* Shows the card's brand without scripts: the pattern matches Visa numbers, and the style sheet uses `:valid`.
                Mistakes are marked by `aria-invalid` instead. */}
            <Field {...field('number')} pattern="\s*[4٤۴].*">
              <span className="brands">
                <VisaLogo />
                <MastercardLogo />
              </span>
            </Field>
            <div className="pair">
              <Field {...field('expiry')} hint={texts.expiryHint} />
              <Field {...field('cvc')} hint={texts.cvcHint} />
            </div>
            <button type="submit">
              <Icon name="lock" />
              <span>{texts.pay(formatMoney(payment.amountHalalas, lang))}</span>
            </button>
          </form>
          <OtherBrands {...bill} />
          <form method="post" action={`${BASE_PATH}/${payment.id}/leave?lang=${lang}`}>
            <button type="submit" className="quiet" name="leave" value="yes">
              {texts.leave}
            </button>
          </form>
          <p className="safe">{texts.safe}</p>
        </section>
      </div>
      <CardsTable paymentId={payment.id} lang={lang} chosen={chosen} />
    </>,
    chosen ? `&card=${chosen.number}` : '',
  )
}

export const WALLETS = ['applepay', 'stcpay'] as const satisfies PaymentBrand[]

/** What the shop says that its learners can pay with, taken here as well: a wallet pays at once. */
function OtherBrands({ payment, lang, brands }: Bill) {
  const texts = sandboxTexts[lang]
  const isWallet = (brand: PaymentBrand) => WALLETS.some((wallet) => wallet === brand)
  const cards = brands.filter((brand) => !isWallet(brand)).map((brand) => `\u2066${PAYMENT_BRANDS[brand].name}\u2069`)
  const wallets = brands.filter(isWallet)
  return (
    <>
      {cards.length > 0 ? <p className="hint">{texts.takes(formatList(cards, lang))}</p> : null}
      {wallets.length > 0 ? (
        <form method="post" action={`${BASE_PATH}/${payment.id}/wallet?lang=${lang}`} className="wallets">
          {wallets.map((brand) => (
            <button key={brand} type="submit" className="quiet" name="wallet" value={brand}>
              {texts.byWallet(PAYMENT_BRANDS[brand].name)}
            </button>
          ))}
        </form>
      ) : null}
    </>
  )
}

function BillSummary({ payment, merchant, lang }: Bill) {
  const texts = sandboxTexts[lang]
  return (
    <section className="bill" aria-label={texts.amount}>
      <p className="merchant">
        <span>{texts.to}</span>{' '}
        <strong>
          <bdi>{merchant}</bdi>
        </strong>
      </p>
      <p className="amount">
        <bdi>{formatMoney(payment.amountHalalas, lang)}</bdi>
      </p>
      <dl>
        <div>
          <dt>{texts.subject}</dt>
          {payment.description.split(' · ').map((part) => (
            <dd key={part}>
              <bdi>{keepSigns(part)}</bdi>
            </dd>
          ))}
        </div>
        {payment.expiresAt && (
          <div>
            <dt>{texts.until}</dt>
            <dd>{texts.untilTime(formatDay(payment.expiresAt, lang), formatTime(payment.expiresAt, lang))}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

function MistakeSummary({ texts, mistakes }: { texts: SandboxTexts; mistakes: CardMistakes }) {
  const fields = Object.keys(mistakes) as CardField[]
  if (fields.length === 0) return null
  return (
    <div className="mistakes" role="alert">
      <p>{texts.summary}</p>
      <ul>
        {fields.map((name) => (
          <li key={name}>
            <a href={`#${name}`}>{`${texts[name]}: ${texts.mistakes[mistakes[name]!]}`}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

const INPUTS = {
  number: { autoComplete: 'cc-number', maxLength: 23, placeholder: '1234 1234 1234 1234' },
  expiry: { autoComplete: 'cc-exp', maxLength: 9, placeholder: '12/29' },
  cvc: { autoComplete: 'cc-csc', maxLength: 4, placeholder: '123' },
} as const

type FieldProps = {
  texts: SandboxTexts
  name: CardField
  value: string
  mistakes: CardMistakes
  hint?: string
  pattern?: string
  /** Shown inside the box, after the input. */
  children?: ReactNode
}

function Field({ texts, name, value, mistakes, hint, pattern, children }: FieldProps) {
  const mistake = mistakes[name]
  const isFirstMistake = mistake !== undefined && Object.keys(mistakes)[0] === name
  return (
    <div className="field">
      <label htmlFor={name}>{texts[name]}</label>
      <span className="box" dir="ltr">
        <input
          id={name}
          name={name}
          defaultValue={value}
          dir="ltr"
          inputMode="numeric"
          {...INPUTS[name]}
          required
          pattern={pattern}
          aria-invalid={mistake !== undefined}
          aria-describedby={hint || mistake ? `${name}-hint` : undefined}
          // biome-ignore lint/a11y/noAutofocus: the form came back because of this field
          autoFocus={isFirstMistake}
        />
        {children}
      </span>
      {mistake && (
        <span className="mistake" id={`${name}-hint`}>
          {texts.mistakes[mistake]}
        </span>
      )}
      {hint && !mistake && (
        <span className="hint" id={`${name}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}

/** Shown when a decided payment is opened again. */
export function finishedPage(bill: Bill): string {
  const { status, returnUrl } = bill.payment
  const texts = sandboxTexts[bill.lang]
  const ended = status === 'initiated' || status === 'challenge' ? 'abandoned' : status
  const icon = ended === 'paid' || ended === 'refunded' ? 'done' : 'stopped'
  return messagePage(bill, icon, texts.finishedTitle, texts.finished[ended], returnUrl)
}

/** Shown after the shop's time limit. */
export function expiredPage(bill: Bill): string {
  const { overTitle, over } = sandboxTexts[bill.lang]
  return messagePage(bill, 'stopped', overTitle, over, bill.payment.returnUrl)
}

/** The payment succeeded, but the return to the shop failed. */
export function returnLostPage(bill: Bill): string {
  const { lostTitle, lost } = sandboxTexts[bill.lang]
  return messagePage(bill, 'broken', lostTitle, lost)
}

function messagePage(bill: Bill, icon: IconName, title: string, text: string, returnUrl?: string): string {
  const { lang, payment } = bill
  return paymentDocument(
    lang,
    title,
    <div className="pay note">
      <BillSummary {...bill} payment={{ ...payment, expiresAt: null }} />
      <Message icon={icon} title={title} text={text} link={returnUrl} linkText={sandboxTexts[lang].back} />
    </div>,
  )
}

export function unknownPaymentPage(lang: Lang): string {
  const { missingTitle, missingText, back } = sandboxTexts[lang]
  return paymentDocument(
    lang,
    missingTitle,
    <div className="pay note">
      <Message icon="stopped" title={missingTitle} text={missingText} link={`/${lang}`} linkText={back} />
    </div>,
  )
}

type MessageProps = { icon: IconName; title: string; text: string; link: string | undefined; linkText: string }

function Message({ icon, title, text, link, linkText }: MessageProps) {
  return (
    <section className="form">
      <Icon name={icon} />
      <h1>{title}</h1>
      <p>{text}</p>
      {link && (
        <a className="go" href={link}>
          {linkText}
        </a>
      )}
    </section>
  )
}
