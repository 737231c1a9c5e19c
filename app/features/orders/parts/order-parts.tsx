import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { formatDay, formatMoney, formatWeekday } from '../../../locales/format.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import type { Order } from '../order-contract.ts'
import { orderLinksFor } from '../order-links.ts'
import styles from './order-parts.module.css'
import { TransferLines } from './transfer-lines.tsx'

type Props = {
  order: Order
  serverNow: string
  heading?: 'h2' | 'h4'
  /** Where the receipt of the next part is sent, on the page of the order; other pages link to it. */
  receiptField?: ReactNode
}

/** The parts of an order with what is paid of them, and how the next one is paid; nothing of an order without parts. */
export function OrderParts({ order, serverNow, heading: Heading = 'h2', receiptField }: Props) {
  const t = useTexts('orders').parts
  const { parts, isPaused, status } = order
  if (parts.length === 0) return null
  const isPending = status === 'pending'
  // Also while its refund is under way.
  const isOver = !isPending && order.nextPart === null
  return (
    <section className={styles.parts} aria-labelledby={`parts-${order.id}`}>
      {isPaused && status === 'paid' ? (
        <Alert kind="warning" title={t.paused}>
          <p>{t.pausedBody}</p>
        </Alert>
      ) : null}
      <Heading id={`parts-${order.id}`} className={styles.title}>
        {t.title}
      </Heading>
      <ol className={styles.list}>
        {parts.map(({ part, amountHalalas, paidAt, invoice, receipt, answer, dueAt }) => (
          <li key={part} data-state={paidAt ? 'paid' : 'owed'}>
            <span className={styles.name}>{t.part(part)}</span>
            <Money halalas={amountHalalas} exact />
            <span className={styles.when}>
              {/* The first part pays for the order, which is kept for a time. */}
              <When
                paidAt={paidAt}
                dueAt={isPending && part === 1 ? order.expiresAt : dueAt}
                hasEnded={isOver}
                serverNow={serverNow}
              />
            </span>
            {receipt && part === order.nextPart ? (
              <span className={styles.when}>{answer === null ? t.receiptSent : t.receiptDeclined}</span>
            ) : null}
            {invoice ? (
              <a href={invoice.url} aria-label={t.invoiceOf(part)}>
                {t.invoice}
              </a>
            ) : null}
          </li>
        ))}
      </ol>
      {order.nextPart !== null ? <PayNext order={order} part={order.nextPart} receiptField={receiptField} /> : null}
      {order.unpaidHalalas === 0 && status === 'paid' ? <p>{t.allPaid}</p> : null}
    </section>
  )
}

type WhenProps = { paidAt: string | null; dueAt: string; hasEnded: boolean; serverNow: string }

function When({ paidAt, dueAt, hasEnded, serverNow }: WhenProps) {
  const t = useTexts('orders').parts
  const lang = useLang()
  if (paidAt) return t.paid(formatDay(paidAt, lang))
  if (hasEnded) return t.ended
  return dueAt < serverNow ? t.late(formatWeekday(dueAt, lang)) : t.due(formatWeekday(dueAt, lang))
}

/**
 * By card at once, or by a transfer: its receipt can be sent, and staff record the part when it has arrived. Once a receipt
 * is there that was not declined, the card is folded away: nobody pays a part twice by the next button.
 */
function PayNext({ order, part, receiptField }: { order: Order; part: number; receiptField: ReactNode }) {
  const t = useTexts('orders').parts
  const lang = useLang()
  const next = order.parts.find((one) => one.part === part)
  const amountHalalas = next?.amountHalalas ?? 0
  const amount = formatMoney(amountHalalas, lang)
  const bank = order.partBank
  const answer = next?.answer ?? null
  const isSent = answer === null && next?.receipt != null
  const byCard = (
    <Form method="post" action={orderLinksFor(lang).approved(order.id)}>
      <input type="hidden" name="part" value={part} />
      <SubmitButton name="intent" value="payPart" variant={order.refund?.status === 'requested' ? 'quiet' : 'primary'}>
        {t.pay(amount)}
      </SubmitButton>
    </Form>
  )
  return (
    <div className={styles.pay}>
      {answer === null ? null : (
        <Alert kind="warning" title={t.declinedTitle(part)}>
          <p dir="auto">{answer}</p>
        </Alert>
      )}
      {isSent ? null : byCard}
      {bank ? (
        <Disclosure summary={isSent ? t.transferSent : t.transfer} open={answer !== null}>
          <p>{t.transferLead(amount)}</p>
          <div className={styles.bank}>
            <TransferLines bank={bank} amountHalalas={amountHalalas} reference={order.reference} />
          </div>
          {receiptField ?? <Link to={orderLinksFor(lang).approved(order.id)}>{t.sendReceipt}</Link>}
        </Disclosure>
      ) : null}
      {isSent ? (
        <Disclosure summary={t.cardInstead}>
          <p>{t.paidTwice}</p>
          {byCard}
        </Disclosure>
      ) : null}
    </div>
  )
}
