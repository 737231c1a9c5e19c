/** 3-D Secure: the page on which the cardholder's bank asks for approval. */
import { formatDay, formatMoney } from '../../locales/format.ts'
import { VisaLogo } from './sandbox-icons.server.tsx'
import { BASE_PATH, challengeDocument } from './sandbox-layout.server.tsx'
import type { Bill } from './sandbox-payment-page.server.tsx'
import { sandboxTexts } from './sandbox-texts.ts'

export function challengePage({ payment, merchant, lang }: Bill, now: Date): string {
  const { bank, amount } = sandboxTexts[lang]
  const lastFour = payment.cardLastFour ?? ''
  return challengeDocument(
    lang,
    bank.title,
    <>
      <h1>{bank.title}</h1>
      <p>{bank.text(lastFour)}</p>
      <dl>
        <div>
          <dt>{bank.merchant}</dt>
          <dd>
            <bdi>{merchant}</bdi>
          </dd>
        </div>
        <div>
          <dt>{amount}</dt>
          <dd className="amount">
            <bdi>{formatMoney(payment.amountHalalas, lang)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{bank.card}</dt>
          <dd>
            <bdi dir="ltr">{`•••• ${lastFour}`}</bdi> <VisaLogo />
          </dd>
        </div>
        <div>
          <dt>{bank.date}</dt>
          <dd>{formatDay(now, lang)}</dd>
        </div>
      </dl>
      <form method="post" action={`${BASE_PATH}/${payment.id}/challenge?lang=${lang}`}>
        <button type="submit" name="answer" value="approve">
          {bank.approve}
        </button>
        <button type="submit" className="quiet" name="answer" value="refuse">
          {bank.refuse}
        </button>
        <div className="silence">
          <p>{bank.silenceHint}</p>
          <button type="submit" className="plain" name="answer" value="silence">
            {bank.silence}
          </button>
        </div>
      </form>
    </>,
  )
}
