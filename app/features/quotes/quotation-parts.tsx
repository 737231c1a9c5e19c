/** What a quote offers, and the documents and money of the purchase. */
import { formatDay, formatDays, formatMoney } from '../../locales/format.ts'
import { inLang } from '../../locales/localized.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { Money } from '../../ui/content/money.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import type { Quotation } from './contract.ts'
import styles from './quotation-page.module.css'
import { quotationFile } from './quote-links.ts'

const noon = (day: string) => `${day}T12:00:00+03:00`

type OfferProps = { quotation: Quotation; document: NonNullable<Quotation['document']>; token: string }

export function Offer({ quotation, document, token }: OfferProps) {
  const t = useTexts('quotation')
  const lang = useLang()
  const { totals } = document
  return (
    <Card as="section" aria-labelledby="offer">
      <h2 id="offer">{t.items}</h2>
      <ul className={styles.lines}>
        {document.lines.map((line) => (
          <li key={`${line.description.ar} ${line.run?.startsAt}`}>
            <div className={styles.line}>
              <strong>{inLang(line.description, lang)}</strong>
              <small>{line.run ? formatDays(line.run.startsAt, line.run.endsAt, lang) : t.recorded}</small>
              <small>
                {t.seats(line.seats ?? 1)} × {formatMoney(Math.round(line.priceHalalas / (line.seats ?? 1)), lang)}
              </small>
              {line.discountHalalas > 0 ? (
                <small>
                  {t.discount}: {formatMoney(line.discountHalalas, lang)}
                </small>
              ) : null}
            </div>
            <Money halalas={line.totalHalalas} exact />
          </li>
        ))}
      </ul>
      <dl className={styles.facts}>
        <div>
          <dt>{t.company}</dt>
          <dd>
            <bdi>{inLang(document.buyer.company.name, lang)}</bdi>
          </dd>
        </div>
        {document.seller.vatNumber === null ? null : (
          <>
            <Sum name={t.net} halalas={totals.netHalalas} />
            <Sum name={t.vat} halalas={totals.vatHalalas} />
          </>
        )}
        <Sum name={t.total} halalas={totals.totalHalalas} isStrong />
        <div>
          <dt>{t.validUntil}</dt>
          <dd>{formatDay(noon(document.validUntil), lang)}</dd>
        </div>
      </dl>
      <Conditions document={document} />
      <div className={styles.actions}>
        <ButtonLink to={quotationFile(quotation.number, token, 'quote', lang)} variant="quiet" reloadDocument>
          {t.download}
        </ButtonLink>
      </div>
    </Card>
  )
}

/** What the company accepts, besides the price: as it is printed in the quote. */
function Conditions({ document: { lines, paymentDays, withdrawalDays, terms } }: Pick<OfferProps, 'document'>) {
  const { conditions: t } = useTexts('quotation')
  const written = terms.split('\n').filter((line) => line.trim() !== '')
  return (
    <div className={styles.conditions}>
      <h3>{t.terms}</h3>
      <ul>
        <li>{paymentDays === 0 ? t.paymentAtOnce : t.payment(t.days(paymentDays))}</li>
        {/* A recorded course has no start. */}
        {lines.every(({ run }) => !run) ? null : (
          <li>{withdrawalDays === 0 ? t.withdrawalUntilStart : t.withdrawal(t.days(withdrawalDays))}</li>
        )}
        {written.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text have no other name
          <li key={place} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Sum({ name, halalas, isStrong = false }: { name: string; halalas: number; isStrong?: boolean }) {
  return (
    <div className={isStrong ? styles.strong : undefined}>
      <dt>{name}</dt>
      <dd>
        <Money halalas={halalas} exact />
      </dd>
    </div>
  )
}

type PapersProps = { quotation: Quotation; money: NonNullable<Quotation['money']>; token: string }

export function Papers({ quotation, money, token }: PapersProps) {
  const t = useTexts('quotation')
  const lang = useLang()
  const { bank, number } = quotation
  return (
    <Card as="section" aria-labelledby="papers">
      <h2 id="papers">{t.papers}</h2>
      <ul className={styles.lines}>
        {quotation.documents.map((paper) => (
          <li key={paper.number}>
            <div className={styles.line}>
              {paper.isReady ? (
                <a href={quotationFile(number, token, paper.number)}>
                  {t[paper.kind]} <bdi dir="ltr">{paper.number}</bdi>
                </a>
              ) : (
                <>
                  {t[paper.kind]} <bdi dir="ltr">{paper.number}</bdi>
                  <small>{t.notCleared}</small>
                </>
              )}
            </div>
            <Money halalas={paper.totalHalalas} exact />
          </li>
        ))}
      </ul>
      <dl className={styles.facts}>
        {money.debitedHalalas > 0 ? <Sum name={t.debited} halalas={money.debitedHalalas} /> : null}
        {money.creditedHalalas > 0 ? <Sum name={t.credited} halalas={money.creditedHalalas} /> : null}
        <Sum name={t.received} halalas={money.receivedHalalas} />
        {money.returnedHalalas > 0 ? <Sum name={t.returned} halalas={money.returnedHalalas} /> : null}
        {money.fromCreditHalalas > 0 ? <Sum name={t.fromCredit} halalas={money.fromCreditHalalas} /> : null}
        {money.toCreditHalalas > 0 ? <Sum name={t.toCredit} halalas={money.toCreditHalalas} /> : null}
        {money.dueHalalas > 0 ? <Sum name={t.due} halalas={money.dueHalalas} isStrong /> : null}
        {money.dueHalalas < 0 ? <Sum name={t.owed} halalas={-money.dueHalalas} isStrong /> : null}
        {money.dueHalalas > 0 ? (
          <div>
            <dt>{t.dueOn}</dt>
            <dd>{formatDay(noon(money.dueOn), lang)}</dd>
          </div>
        ) : null}
      </dl>
      {money.dueHalalas === 0 ? (
        <div className={styles.settled}>
          <Alert kind="success">{t.settled}</Alert>
        </div>
      ) : null}
      {bank ? (
        <>
          <h3 className={styles.payTo}>{t.payTo}</h3>
          <dl className={styles.facts}>
            {[
              [t.beneficiary, <bdi key="to">{bank.beneficiary}</bdi>],
              [t.bank, bank.name],
              [
                t.iban,
                <bdi key="iban" dir="ltr">
                  {bank.iban.match(/.{1,4}/g)?.join(' ')}
                </bdi>,
              ],
              [
                t.purpose,
                <bdi key="purpose" dir="ltr">
                  {number}
                </bdi>,
              ],
            ].map(([name, value]) => (
              <div key={String(name)}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
    </Card>
  )
}
