import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import type { Order } from '../orders/order-contract.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import { OrderOutcome } from '../orders/order-outcome.tsx'

const POLL_INTERVAL_MS = 2500
/** A minute: then the visitor is told that it takes longer, and need not wait. */
const MAX_POLLS = 24
const RELOAD_SECONDS = 5

/**
 * Waits for the provider's word. Scripts ask again every few seconds; without them the page reloads itself.
 * @param nextTry the number of the next reload; undefined when it has been reloaded often enough
 */
export function Confirming({ order, nextTry }: { order: Order; nextTry: number | undefined }) {
  const t = useTexts('orders').confirming
  const links = linksFor(useLang())
  const orderLinks = orderLinksFor(useLang())
  const isSlow = usePolling() || nextTry === undefined
  const again = orderLinks.approved(order.id)
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
        lead={isSlow ? t.slow : t.lead}
        actions={
          <>
            {isSlow && (
              <ButtonLink to={again} reloadDocument>
                {t.check}
              </ButtonLink>
            )}
            <ButtonLink
              to={order.paymentUrl ?? links.order(order.course.id, order.schedule?.id)}
              reloadDocument
              variant="quiet"
            >
              {t.goPay}
            </ButtonLink>
          </>
        }
      />
    </>
  )
}

/** Asks the server again and again; true when it has been asked often enough. */
function usePolling(): boolean {
  const { revalidate, state } = useRevalidator()
  const [asked, setAsked] = useState(0)
  const isOver = asked >= MAX_POLLS
  useEffect(() => {
    if (isOver || state !== 'idle') return
    const timer = setTimeout(() => {
      setAsked((count) => count + 1)
      void revalidate()
    }, POLL_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [revalidate, state, isOver])
  return isOver
}
