/** 3-D Secure: the page of the cardholder's bank, which asks once more. */
import { html } from 'hono/html'
import { formatDay, formatMoney } from '../../locales/format.ts'
import { bankPage, HOME, type Html } from './sandbox-frame.ts'
import { visaMark } from './sandbox-marks.ts'
import { sandboxTexts } from './sandbox-texts.ts'
import type { Bill } from './sandbox-views.ts'

export function challengePage({ payment, merchant, lang }: Bill, now: Date): Html {
  const texts = sandboxTexts[lang]
  const lastFour = payment.cardLastFour ?? ''
  return bankPage(
    lang,
    texts.bank.title,
    html`<h1>${texts.bank.title}</h1>
      <p>${texts.bank.text(lastFour)}</p>
      <dl>
        <div>
          <dt>${texts.bank.merchant}</dt>
          <dd><bdi>${merchant}</bdi></dd>
        </div>
        <div>
          <dt>${texts.amount}</dt>
          <dd class="amount"><bdi>${formatMoney(payment.amountHalalas, lang)}</bdi></dd>
        </div>
        <div>
          <dt>${texts.bank.card}</dt>
          <dd><bdi dir="ltr">•••• ${lastFour}</bdi> ${visaMark}</dd>
        </div>
        <div>
          <dt>${texts.bank.date}</dt>
          <dd>${formatDay(now, lang)}</dd>
        </div>
      </dl>
      <form method="post" action="${HOME}/${payment.id}/challenge?lang=${lang}">
        <button name="answer" value="approve">${texts.bank.approve}</button>
        <button class="quiet" name="answer" value="refuse">${texts.bank.refuse}</button>
        <div class="silence">
          <p>${texts.bank.silenceHint}</p>
          <button class="plain" name="answer" value="silence">${texts.bank.silence}</button>
        </div>
      </form>`,
  )
}
