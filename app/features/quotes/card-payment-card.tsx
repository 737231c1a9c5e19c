/** What is due of a purchase, paid by card; what became of the last attempt. */
import { useEffect, useState } from 'react'
import { Form, useRevalidator } from 'react-router'
import { formatMoney } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import type { FormFailure } from '../../request-context.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import type { CardPayment } from '../purchase-payments/contract.ts'
import styles from './card-payment-card.module.css'

/** Where the visitor is on the way to the payment page and back. */
export type CardReturn = { hasReturned: boolean; hasLeft: boolean; again: string; nextTry: number | undefined }

type CardPaymentCardProps = { card: CardPayment; returned: CardReturn; failure: FormFailure | undefined }

export function CardPaymentCard({ card, returned, failure }: CardPaymentCardProps) {
  const t = useTexts('quotation').card
  const lang = useLang()
  const { payableHalalas, last } = card
  const isConfirming = last?.state === 'open' && returned.hasReturned && !returned.hasLeft
  // That all is paid stands with the documents.
  if (payableHalalas === null) return null
  return (
    <Card as="section" aria-labelledby="card-payment">
      <h2 id="card-payment" className={styles.title}>
        {t.title}
      </h2>
      {isConfirming ? (
        <Confirming {...returned} />
      ) : (
        <>
          <Last last={last} returned={returned} />
          <p className={styles.lead}>{t.lead}</p>
          <Form method="post" preventScrollReset>
            <FormErrors failure={failure} labels={{}} />
            <input type="hidden" name="intent" value="card" />
            <div>
              <SubmitButton>{t.submit(formatMoney(payableHalalas, lang))}</SubmitButton>
            </div>
          </Form>
        </>
      )}
    </Card>
  )
}

function Last({ last, returned }: { last: CardPayment['last']; returned: CardReturn }) {
  const t = useTexts('quotation').card
  if (!last) return null
  if (last.state === 'paid') return returned.hasReturned ? <Alert kind="success">{t.paid}</Alert> : null
  if (last.state === 'failed') return <Alert kind="error">{last.failure ?? t.abandoned}</Alert>
  if (!returned.hasReturned) return null
  return <Alert kind="info">{last.state === 'open' ? t.left : t.abandoned}</Alert>
}

const RELOAD_SECONDS = 5
const POLL_INTERVAL_MS = 2500
/** One minute; then the page only offers to look again. */
const MAX_POLLS = 24

/** Waits for the provider's report: asks every few seconds, or reloads itself without scripts. */
function Confirming({ again, nextTry }: CardReturn) {
  const t = useTexts('quotation').card
  const { revalidate, state } = useRevalidator()
  const [polls, setPolls] = useState(0)
  useEffect(() => {
    if (polls >= MAX_POLLS || state !== 'idle') return
    const timer = setTimeout(() => {
      setPolls((count) => count + 1)
      void revalidate()
    }, POLL_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [polls, revalidate, state])
  return (
    <>
      {nextTry === undefined ? null : (
        <noscript>
          <meta httpEquiv="refresh" content={`${RELOAD_SECONDS};url=${again}&try=${nextTry}`} />
        </noscript>
      )}
      <Alert kind="info">{t.confirming}</Alert>
      <div className={styles.again}>
        <ButtonLink to={again} variant="quiet" reloadDocument>
          {t.check}
        </ButtonLink>
      </div>
    </>
  )
}
