/** The payment company's own pages. */
import { html } from 'hono/html'
import { formatMoney, formatTime } from '../../locales/format.ts'
import type { Lang } from '../../locales/lang.ts'
import type { CardField, CardForm, CardMistakes, TestCard } from './sandbox-cards.ts'
import { cardsTable } from './sandbox-cards-table.ts'
import { companyPage, HOME, type Html } from './sandbox-frame.ts'
import { type LineName, line, mastercardMark, visaMark } from './sandbox-marks.ts'
import type { SandboxPayment } from './sandbox-queries.server.ts'
import { type SandboxTexts, sandboxTexts } from './sandbox-texts.ts'

/** What is paid, and to whom. */
export type Bill = { payment: SandboxPayment; merchant: string; lang: Lang }

/** The card form, with what was typed and what is wrong with it. @param chosen the test card that fills it */
export function cardPage(bill: Bill, typed: CardForm, mistakes: CardMistakes, chosen?: TestCard): Html {
  const { payment, lang } = bill
  const texts = sandboxTexts[lang]
  return companyPage(
    lang,
    texts.title,
    html`<div class="pay">
        ${billOf(bill)}
        <section class="form" aria-labelledby="title">
          <h1 id="title">${texts.title}</h1>
          ${mistakeSummary(texts, mistakes)}
          <form method="post" action="${HOME}/${payment.id}?lang=${lang}" novalidate>
            ${numberField(texts, typed.number, mistakes)}
            <div class="pair">
              ${field(texts, 'expiry', texts.expiryHint, typed.expiry, mistakes)}
              ${field(texts, 'cvc', texts.cvcHint, typed.cvc, mistakes)}
            </div>
            <button>${line('lock')}<span>${texts.pay(formatMoney(payment.amountHalalas, lang))}</span></button>
          </form>
          <form method="post" action="${HOME}/${payment.id}/leave?lang=${lang}">
            <button class="quiet" name="leave" value="yes">${texts.leave}</button>
          </form>
          <p class="safe">${texts.safe}</p>
        </section>
      </div>
      ${cardsTable(payment.id, lang, chosen)}`,
    chosen ? `&card=${chosen.number}` : '',
  )
}

function billOf({ payment, merchant, lang }: Bill): Html {
  const texts = sandboxTexts[lang]
  const subject = payment.description.split(' · ').map((part) => html`<dd><bdi>${part}</bdi></dd>`)
  const until = payment.expiresAt && texts.untilTime(formatTime(payment.expiresAt, lang))
  return html`<section class="bill" aria-label="${texts.amount}">
    <p class="merchant"><span>${texts.to}</span> <strong><bdi>${merchant}</bdi></strong></p>
    <p class="amount"><bdi>${formatMoney(payment.amountHalalas, lang)}</bdi></p>
    <dl>
      <div>
        <dt>${texts.subject}</dt>
        ${subject}
      </div>
      ${
        until
          ? html`<div>
              <dt>${texts.until}</dt>
              <dd>${until}</dd>
            </div>`
          : ''
      }
    </dl>
  </section>`
}

function mistakeSummary(texts: SandboxTexts, mistakes: CardMistakes): Html | '' {
  const fields = Object.keys(mistakes) as CardField[]
  if (fields.length === 0) return ''
  return html`<div class="mistakes" role="alert">
    <p>${texts.summary}</p>
    <ul>
      ${fields.map((name) => html`<li><a href="#${name}">${texts[name]}: ${texts.mistakes[mistakes[name]!]}</a></li>`)}
    </ul>
  </div>`
}

const FORM = {
  number: { autocomplete: 'cc-number', length: 23, placeholder: '1234 1234 1234 1234' },
  expiry: { autocomplete: 'cc-exp', length: 9, placeholder: '12/29' },
  cvc: { autocomplete: 'cc-csc', length: 4, placeholder: '123' },
} as const

/**
 * The brand is told without scripts: the pattern fits what begins as a Visa number does, and the style sheet shows the
 * mark by it. It says nothing about mistakes, which `aria-invalid` tells.
 */
function numberField(texts: SandboxTexts, value: string, mistakes: CardMistakes): Html {
  const brands = html`<span class="brands">${visaMark}${mastercardMark}</span>`
  return field(texts, 'number', '', value, mistakes, html`pattern="\\s*[4٤۴].*"`, brands)
}

function field(
  texts: SandboxTexts,
  name: CardField,
  hint: string,
  value: string,
  mistakes: CardMistakes,
  attributes: Html | '' = '',
  beside: Html | '' = '',
): Html {
  const { autocomplete, length, placeholder } = FORM[name]
  const mistake = mistakes[name]
  const isFirst = mistake !== undefined && Object.keys(mistakes)[0] === name
  return html`<div class="field">
    <label for="${name}">${texts[name]}</label>
    <span class="box" dir="ltr">
      <input
        id="${name}"
        name="${name}"
        value="${value}"
        dir="ltr"
        inputmode="numeric"
        autocomplete="${autocomplete}"
        maxlength="${length}"
        placeholder="${placeholder}"
        required
        ${attributes}
        aria-invalid="${mistake ? 'true' : 'false'}"
        ${hint || mistake ? html`aria-describedby="${name}-hint"` : ''}
        ${isFirst ? 'autofocus' : ''}
      />${beside}</span
    >
    ${mistake ? html`<span class="mistake" id="${name}-hint">${texts.mistakes[mistake]}</span>` : ''}
    ${hint && !mistake ? html`<span class="hint" id="${name}-hint">${hint}</span>` : ''}
  </div>`
}

/** For whoever comes back to a payment that is decided. */
export function finishedPage({ payment, lang, merchant }: Bill): Html {
  const texts = sandboxTexts[lang]
  const status = payment.status === 'initiated' || payment.status === 'challenge' ? 'abandoned' : payment.status
  const drawn = status === 'paid' || status === 'refunded' ? 'done' : 'stopped'
  return notePage({ payment, lang, merchant }, drawn, texts.finishedTitle, texts.finished[status], payment.returnUrl)
}

/** For whoever comes to pay after the time that the shop set. */
export function overPage(bill: Bill): Html {
  const { overTitle, over } = sandboxTexts[bill.lang]
  return notePage(bill, 'stopped', overTitle, over, bill.payment.returnUrl)
}

/** The payment is made, and the way back is not there. */
export function lostPage(bill: Bill): Html {
  const { lostTitle, lost } = sandboxTexts[bill.lang]
  return notePage(bill, 'broken', lostTitle, lost)
}

function notePage(bill: Bill, drawn: LineName, title: string, text: string, back?: string): Html {
  const { lang } = bill
  return companyPage(
    lang,
    title,
    html`<div class="pay note">
      ${billOf({ ...bill, payment: { ...bill.payment, expiresAt: null } })}
      <section class="form">
        ${line(drawn)}
        <h1>${title}</h1>
        <p>${text}</p>
        ${back ? html`<a class="go" href="${back}">${sandboxTexts[lang].back}</a>` : ''}
      </section>
    </div>`,
  )
}

export function missingPage(lang: Lang): Html {
  const texts = sandboxTexts[lang]
  return companyPage(
    lang,
    texts.missingTitle,
    html`<div class="pay note">
      <section class="form">
        ${line('stopped')}
        <h1>${texts.missingTitle}</h1>
        <p>${texts.missingText}</p>
        <a class="go" href="/${lang}">${texts.back}</a>
      </section>
    </div>`,
  )
}
