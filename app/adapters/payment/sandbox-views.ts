/** The sandbox's pages as HTML. */
import { html } from 'hono/html'
import { formatMoney } from '../../locales/format.ts'
import { dirOf, type Lang } from '../../locales/lang.ts'
import type { SandboxPayment } from './sandbox-books.server.ts'
import { type CardField, type CardForm, type CardMistake, inGroups, TEST_CARDS } from './sandbox-cards.ts'
import { type SandboxTexts, sandboxTexts } from './sandbox-texts.ts'

type Html = ReturnType<typeof html>
type Mistakes = Partial<Record<CardField, CardMistake>>

/** Nothing runs here; forms lead back to the shop. @param shop its origin */
export function policy(shop: string): string {
  return `default-src 'none'; style-src 'self'; form-action 'self' ${shop}; base-uri 'none'; frame-ancestors 'none'`
}

function page(lang: Lang, title: string, content: Html): Html {
  const texts = sandboxTexts[lang]
  const other: Lang = lang === 'ar' ? 'en' : 'ar'
  return html`<!doctype html>
    <html lang="${lang}" dir="${dirOf(lang)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${texts.bank}</title>
        <link rel="stylesheet" href="/sandbox-payment/style.css" />
      </head>
      <body>
        <header class="top">
          <div>
            <span class="bank">${texts.bank}</span>
            <a href="?lang=${other}" lang="${other}" hreflang="${other}">${texts.otherLanguage}</a>
          </div>
        </header>
        <main>${content}</main>
      </body>
    </html>`
}

function amountOf(payment: SandboxPayment, lang: Lang): Html {
  return html`<bdi>${formatMoney(payment.amountHalalas, lang)}</bdi>`
}

function summaryOf(payment: SandboxPayment, lang: Lang): Html {
  return html`<p class="sum"><span>${sandboxTexts[lang].amount}</span><strong>${amountOf(payment, lang)}</strong></p>
    <p class="what">${payment.description.split(' · ').map((part, place) => html`${place > 0 ? ' · ' : ''}<bdi>${part}</bdi>`)}</p>`
}

function leaveForm(payment: SandboxPayment, lang: Lang): Html {
  return html`<form method="post" action="/sandbox-payment/${payment.id}/leave?lang=${lang}">
    <button class="quiet" name="leave" value="yes">${sandboxTexts[lang].leave}</button>
  </form>`
}

/** The card form, with what was typed and what is wrong with it. */
export function cardPage(payment: SandboxPayment, lang: Lang, typed: CardForm, mistakes: Mistakes): Html {
  const texts = sandboxTexts[lang]
  return page(
    lang,
    texts.title,
    html`<p class="notice">${texts.notice}</p>
      <div class="columns">
        <section class="box">
          <h1>${texts.title}</h1>
          ${summaryOf(payment, lang)} ${mistakeSummary(texts, mistakes)}
          <form method="post" action="/sandbox-payment/${payment.id}?lang=${lang}" novalidate>
            ${field(texts, 'number', texts.number, '', typed.number, mistakes, 'cc-number', 23)}
            <div class="pair">
              ${field(texts, 'expiry', texts.expiry, texts.expiryHint, typed.expiry, mistakes, 'cc-exp', 9)}
              ${field(texts, 'cvc', texts.cvc, '', typed.cvc, mistakes, 'cc-csc', 4)}
            </div>
            <button>${texts.pay(formatMoney(payment.amountHalalas, lang))}</button>
          </form>
          <div class="actions">${leaveForm(payment, lang)}</div>
        </section>
        ${testCards(texts, payment, lang)}
      </div>`,
  )
}

function mistakeSummary(texts: SandboxTexts, mistakes: Mistakes): Html | '' {
  const fields = Object.keys(mistakes) as CardField[]
  if (fields.length === 0) return ''
  return html`<div class="mistakes" role="alert">
    <p>${texts.summary}</p>
    <ul>
      ${fields.map((name) => html`<li><a href="#${name}">${texts[name]}: ${texts.mistakes[mistakes[name]!]}</a></li>`)}
    </ul>
  </div>`
}

function field(
  texts: SandboxTexts,
  name: CardField,
  label: string,
  hint: string,
  value: string,
  mistakes: Mistakes,
  autocomplete: string,
  length: number,
): Html {
  const mistake = mistakes[name]
  const first = mistake !== undefined && Object.keys(mistakes)[0] === name
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      dir="ltr"
      inputmode="${name === 'expiry' ? 'text' : 'numeric'}"
      autocomplete="${autocomplete}"
      maxlength="${length}"
      required
      aria-describedby="${name}-hint"
      ${mistake ? html`aria-invalid="true"` : ''}
      ${first ? 'autofocus' : ''}
    />
    <span class="hint" id="${name}-hint"
      >${mistake ? html`<span class="mistake">${texts.mistakes[mistake]}</span>` : hint}</span
    >
  </div>`
}

function testCards(texts: SandboxTexts, payment: SandboxPayment, lang: Lang): Html {
  return html`<section class="box" aria-labelledby="cards">
    <h2 id="cards">${texts.cards}</h2>
    <p class="small">${texts.cardsHint}</p>
    <ul class="cards">
      ${TEST_CARDS.map(
        ({ number, outcome }) => html`<li>
          <bdi dir="ltr">${inGroups(number)}</bdi>
          <span>${texts.outcomes[outcome]}</span>
          <a
            href="/sandbox-payment/${payment.id}?lang=${lang}&card=${number}"
            aria-label="${texts.use}: ${texts.outcomes[outcome]}"
            >${texts.use}</a
          >
        </li>`,
      )}
    </ul>
  </section>`
}

/** 3-D Secure: the cardholder's bank asks once more. */
export function challengePage(payment: SandboxPayment, lang: Lang): Html {
  const texts = sandboxTexts[lang]
  return page(
    lang,
    texts.challengeTitle,
    html`<div class="box narrow">
      <h1>${texts.challengeTitle}</h1>
      ${summaryOf(payment, lang)}
      <p>${texts.challengeText(payment.cardLastFour ?? '')}</p>
      <form method="post" action="/sandbox-payment/${payment.id}/challenge?lang=${lang}" class="actions">
        <button name="answer" value="approve">${texts.approve}</button>
        <button class="quiet" name="answer" value="refuse">${texts.refuse}</button>
      </form>
    </div>`,
  )
}

/** For whoever comes back to a payment that is decided. */
export function finishedPage(payment: SandboxPayment, lang: Lang): Html {
  const texts = sandboxTexts[lang]
  const status = payment.status === 'initiated' || payment.status === 'challenge' ? 'abandoned' : payment.status
  return page(
    lang,
    texts.finishedTitle,
    html`<div class="box narrow">
      <h1>${texts.finishedTitle}</h1>
      ${summaryOf(payment, lang)}
      <p>${texts.finished[status]}</p>
      <a class="go" href="${payment.returnUrl}">${texts.back}</a>
    </div>`,
  )
}

export function missingPage(lang: Lang): Html {
  const texts = sandboxTexts[lang]
  return page(
    lang,
    texts.missingTitle,
    html`<div class="box narrow">
      <h1>${texts.missingTitle}</h1>
      <p>${texts.missingText}</p>
      <a class="go" href="/${lang}">${texts.back}</a>
    </div>`,
  )
}
