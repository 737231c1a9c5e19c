import { Link } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { linksFor } from '../../../links.ts'
import { formatDay } from '../../../locales/format.ts'
import { separatorOf } from '../../../locales/lang.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import type { DeskOrder } from './desk-order.ts'
import styles from './order.module.css'

type Props = { order: DeskOrder }

export function OrderFacts({ order, isOpen }: Props & { isOpen: boolean }) {
  const t = useDeskTexts('sales')
  const lang = useLang()
  const { learner, course, schedule, cancelReason } = order
  const place = schedule?.place
    ? [schedule.place.city, schedule.place.venue].filter(Boolean).join(separatorOf(lang))
    : t.order.online
  const recorded = order.isFinished ? t.order.recordedFinished : t.order.recorded
  return (
    <Panel title={t.order.facts}>
      <Facts
        facts={[
          [t.learner, <bdi key="learner">{learner?.name ?? t.erased}</bdi>],
          [
            t.order.email,
            learner ? <Contact key="email" href={`mailto:${learner.email}`} text={learner.email} /> : null,
          ],
          [t.order.phone, learner ? <Contact key="phone" href={`tel:${learner.phone}`} text={learner.phone} /> : null],
          [t.course, course.name],
          [t.order.run, schedule ? <Moment key="run" iso={schedule.startsAt} /> : recorded],
          [t.order.place, schedule ? <bdi key="place">{place}</bdi> : null],
          [t.method, order.totalHalalas > 0 ? t.methods[order.method] : null],
          [t.source, t.sources[order.source]],
          [t.placed, <Moment key="placed" iso={order.createdAt} />],
          [t.order.terms, order.terms ? <TermsThen key="terms" terms={order.terms} /> : null],
          [t.order.expires, isOpen ? <Moment key="expires" iso={order.expiresAt} /> : null],
          [t.paidAt, order.paidAt ? <Moment key="paid" iso={order.paidAt} /> : null],
          [t.order.ended, order.endedBecause],
          [t.order.company, order.purchase ? <Purchase key="company" purchase={order.purchase} /> : null],
          [t.order.movedFrom, order.movedFrom ? <OtherOrder key="from" order={order.movedFrom} /> : null],
          [t.order.movedTo, order.movedTo ? <OtherOrder key="to" order={order.movedTo} /> : null],
          [t.order.cancelReason, cancelReason ? <bdi key="why">{cancelReason}</bdi> : null],
        ]}
      />
    </Panel>
  )
}

/** What the terms said when the order was placed. */
function TermsThen({ terms: { version, validFrom } }: { terms: NonNullable<DeskOrder['terms']> }) {
  const t = useDeskTexts('sales').order
  const lang = useLang()
  return (
    <a href={linksFor(lang).policyVersion('terms', version)}>{t.termsVersion(version, formatDay(validFrom, lang))}</a>
  )
}

/** The company that bought the seat, and its quote. */
function Purchase({ purchase: { company, quote } }: { purchase: NonNullable<DeskOrder['purchase']> }) {
  const lang = useLang()
  return (
    <>
      <Link to={deskLink(lang, `companies/${company.id}`)}>
        <bdi>{company.name}</bdi>
      </Link>
      {' · '}
      <Link to={deskLink(lang, `quotes/${quote.id}`)}>
        <bdi dir="ltr">{quote.number}</bdi>
      </Link>
    </>
  )
}

export function OtherOrder({ order: { id, reference } }: { order: { id: string; reference: string } }) {
  const lang = useLang()
  return (
    <Link to={deskLink(lang, `orders/${id}`)}>
      <bdi dir="ltr">{reference}</bdi>
    </Link>
  )
}

function Contact({ href, text }: { href: string; text: string }) {
  return (
    <a href={href}>
      <bdi dir="ltr">{text}</bdi>
    </a>
  )
}

export function OrderTransfer({ order }: Props) {
  const { transfer } = order
  // The deposit of an order in parts.
  const totalHalalas = order.parts[0]?.amountHalalas ?? order.totalHalalas
  const t = useDeskTexts('sales')
  if (!transfer) return null
  const { receipt, answer, receivedHalalas, state, declines } = transfer
  return (
    <Panel
      title={t.order.transfer}
      actions={<Badge tone={state === 'received' ? 'clay' : 'sand'}>{t.transferStates[state]}</Badge>}
    >
      <Facts
        facts={[
          [
            t.order.receipt,
            receipt ? (
              <a key="receipt" href={receipt.address} target="_blank" rel="noreferrer" className={styles.file}>
                <Icon name="document" size={18} />
                <span>
                  {t.order.openReceipt} (<bdi>{receipt.name}</bdi>)
                </span>
              </a>
            ) : (
              t.transferStates.waiting
            ),
          ],
          [t.order.receiptAt, receipt ? <Moment key="at" iso={receipt.sentAt} /> : null],
          [t.total, <Money key="total" halalas={totalHalalas} exact />],
          [t.order.received, receivedHalalas > 0 ? <Money key="received" halalas={receivedHalalas} exact /> : null],
          [
            t.order.missing,
            receivedHalalas > 0 ? <Money key="missing" halalas={totalHalalas - receivedHalalas} exact /> : null,
          ],
          [t.order.answer, answer ? <bdi key="answer">{answer}</bdi> : null],
          [t.order.declines, declines > 0 ? t.declinesCount(declines) : null],
        ]}
      />
    </Panel>
  )
}

/** What of the order's money was not sent back although it is gone: it pays another order, or a bank took it. */
function notSentBack({ refunds }: DeskOrder): { carriedHalalas: number; takenHalalas: number } {
  const done = refunds.filter(({ status }) => status === 'done')
  const sum = (some: typeof done) => some.reduce((total, { amountHalalas }) => total + (amountHalalas ?? 0), 0)
  return {
    carriedHalalas: sum(done.filter(({ isCarried }) => isCarried)),
    takenHalalas: sum(done.filter(({ isChargeback }) => isChargeback)),
  }
}

export function OrderPrice({ order }: Props) {
  const t = useDeskTexts('sales')
  const { discountHalalas, couponCode, vatHalalas, vatTreatment, vatRatePercent } = order
  const { carriedHalalas, takenHalalas } = notSentBack(order)
  const refundedHalalas = order.refundedHalalas - carriedHalalas - takenHalalas
  const vat = t.vatTreatments[vatTreatment]
  return (
    <Panel title={t.order.price}>
      <Facts
        facts={[
          [
            discountHalalas > 0 ? t.order.priceBefore : t.order.price,
            <Money key="price" halalas={order.priceHalalas} exact />,
          ],
          [
            t.order.discount,
            discountHalalas > 0 ? (
              <span key="discount">
                <bdi dir="ltr">−</bdi> <Money halalas={discountHalalas} exact />
              </span>
            ) : null,
          ],
          [
            t.order.coupon,
            couponCode ? (
              <bdi key="coupon" dir="ltr">
                {couponCode}
              </bdi>
            ) : null,
          ],
          [
            t.order.total,
            <strong key="total">
              <Money halalas={order.totalHalalas} exact />
            </strong>,
          ],
          [typeof vat === 'string' ? vat : vat(String(vatRatePercent)), <Money key="vat" halalas={vatHalalas} exact />],
          [t.order.net, vatHalalas > 0 ? <Money key="net" halalas={order.netHalalas} exact /> : null],
          [t.countsElsewhere, carriedHalalas > 0 ? <Money key="carried" halalas={carriedHalalas} exact /> : null],
          [t.takenByBank, takenHalalas > 0 ? <Money key="taken" halalas={takenHalalas} exact /> : null],
          [t.order.refunded, refundedHalalas > 0 ? <Money key="refunded" halalas={refundedHalalas} exact /> : null],
        ]}
      />
    </Panel>
  )
}

/** What came in and went back, and the attempts that led to it. */
export function OrderLedger({ order }: Props) {
  const { payments, attempts, movedTo, movedFrom } = order
  const t = useDeskTexts('sales')
  const lang = useLang()
  const providers: Record<string, string> = t.providers
  return (
    <Panel title={t.order.ledger}>
      {payments.length === 0 ? <p className={styles.quiet}>{t.none}</p> : null}
      <ul className={styles.lines}>
        {payments.map(({ kind, provider, providerReference, amountHalalas, isChargeback, at }) => (
          <li key={`${at} ${kind} ${providerReference}`}>
            <span>
              {kind === 'refund' && provider === 'carried' ? (
                <>
                  {t.countsElsewhere}
                  {movedTo ? (
                    <>
                      {' · '}
                      <OtherOrder order={movedTo} />
                    </>
                  ) : null}
                </>
              ) : (
                <>
                  {isChargeback ? t.takenByBank : t.ledgerKinds[kind]} · {providers[provider] ?? provider}
                  {provider === 'carried' && movedFrom ? (
                    <>
                      {' · '}
                      <OtherOrder order={movedFrom} />
                    </>
                  ) : providerReference ? (
                    <>
                      {' · '}
                      <bdi dir="ltr">{providerReference}</bdi>
                    </>
                  ) : null}
                </>
              )}
              <small>
                <Moment iso={at} />
              </small>
            </span>
            <span>
              {amountHalalas < 0 ? <bdi dir="ltr">−</bdi> : null} <Money halalas={Math.abs(amountHalalas)} exact />
            </span>
          </li>
        ))}
      </ul>
      {attempts.length > 0 ? (
        <>
          <h3 className={styles.subtitle}>{t.order.attempts}</h3>
          <ul className={styles.lines}>
            {attempts.map(({ id, provider, status, amountHalalas, createdAt }) => (
              <li key={id}>
                <span>
                  {providers[provider] ?? provider} · {becameOf(order, { id, status }, t).join(separatorOf(lang))}
                  <small>
                    <Moment iso={createdAt} />
                  </small>
                </span>
                <Money halalas={amountHalalas} exact />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Panel>
  )
}

/** What became of a payment: of one whose money is gone, each way in which it went. */
function becameOf(
  { refunds }: DeskOrder,
  { id, status }: Pick<DeskOrder['attempts'][number], 'id' | 'status'>,
  t: ReturnType<typeof useDeskTexts<'sales'>>,
): string[] {
  const said = (t.attemptStatuses as Record<string, string>)[status] ?? status
  const gone = refunds.filter((refund) => refund.attemptId === id && refund.status === 'done')
  if (status !== 'refunded' || gone.length === 0) return [said]
  const ways = gone.map(({ isCarried, isChargeback }) =>
    isCarried ? t.countsElsewhere : isChargeback ? t.takenByBank : said,
  )
  return [...new Set(ways)]
}

export function OrderDocuments({ order: { invoice, parts, creditNotes, debitNotes } }: Props) {
  const t = useDeskTexts('sales')
  const later = parts.flatMap((one) => (one.part > 1 && one.invoice ? [one.invoice] : []))
  const documents = [
    ...[...(invoice ? [invoice] : []), ...later].map((one) => ({ ...one, title: t.order.invoice(one.number) })),
    ...debitNotes.map((note) => ({ ...note, title: t.order.debitNote(note.number) })),
    ...creditNotes.map((note) => ({ ...note, title: t.order.creditNote(note.number) })),
  ]
  return (
    <Panel title={t.order.documents}>
      {documents.length === 0 ? <p className={styles.quiet}>{t.order.noDocuments}</p> : null}
      <ul className={styles.lines}>
        {documents.map(({ number, url, title, totalHalalas }) => (
          <li key={number}>
            <a href={url} className={styles.file}>
              <Icon name="document" size={18} />
              {title}
            </a>
            <Money halalas={totalHalalas} exact />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
