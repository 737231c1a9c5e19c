import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { linksFor } from '../../../links.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import type { Order } from '../../orders/order-contract.ts'
import { orderLinksFor } from '../../orders/order-links.ts'
import { OrderOutcome } from '../../orders/order-outcome.tsx'

const POLL_INTERVAL_MS = 2500
/** One minute; then the page says that it takes longer and that the visitor need not wait. */
const MAX_POLLS = 24
const RELOAD_SECONDS = 5

type ConfirmingProps = {
  order: Order
  /** The later part whose payment is waited for; without it the order's first. */
  part?: number
  nextTry: number | undefined
  isOverdue: boolean
}

/**
 * Waits until the provider reports the payment: polls every few seconds, or reloads itself without scripts.
 * @param isOverdue the time to pay is over, and the payment is being checked
 * @param nextTry the number of the next reload; undefined when the limit is reached
 */
export function Confirming({ order, part, nextTry, isOverdue }: ConfirmingProps) {
  const t = useTexts('orders').confirming
  const links = linksFor(useLang())
  const orderLinks = orderLinksFor(useLang())
  const isSlow = usePolling() || nextTry === undefined
  const again = orderLinks.approved(order.id, part)
  return (
    <>
      {nextTry !== undefined && (
        <noscript>
          <meta httpEquiv="refresh" content={`${RELOAD_SECONDS};url=${again}&try=${nextTry}`} />
        </noscript>
      )}
      <OrderOutcome
        kind="confirming"
        order={order}
        title={isSlow ? t.slowTitle : t.title}
        lead={isOverdue ? t.overdue : isSlow ? t.slow : t.lead}
        actions={
          <>
            {isSlow && (
              <ButtonLink to={again} reloadDocument>
                {t.check}
              </ButtonLink>
            )}
            {!isOverdue && part === undefined && (
              <ButtonLink
                to={order.paymentUrl ?? links.order(order.course.id, order.schedule?.id)}
                reloadDocument
                variant="quiet"
              >
                {t.goPay}
              </ButtonLink>
            )}
          </>
        }
      />
    </>
  )
}

/** Polls the server; true when the limit of polls is reached. */
function usePolling(): boolean {
  const { revalidate, state } = useRevalidator()
  const [polls, setPolls] = useState(0)
  const isOver = polls >= MAX_POLLS
  useEffect(() => {
    if (isOver || state !== 'idle') return
    const timer = setTimeout(() => {
      setPolls((count) => count + 1)
      void revalidate()
    }, POLL_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [revalidate, state, isOver])
  return isOver
}
