import { useEffect } from 'react'
import { Form, useLocation, useNavigate, useRevalidator } from 'react-router'
import { linksFor } from '../../links.ts'
import { formatTime, formatWeekday } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Card } from '../../ui/content/card.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import type { Order } from '../orders/order-contract.ts'
import { AttachedFile } from '../uploads/attached-file.tsx'
import { FileDropField } from '../uploads/file-drop-field.tsx'
import { MAX_PAPER_BYTES } from '../uploads/limits.ts'
import type { SavedFile } from '../uploads/send-file.ts'
import { useUpload } from '../uploads/use-upload.ts'
import styles from './receipt-field.module.css'

type Receipt = NonNullable<Order['transfer']>['receipt']
type Props = {
  /** The call that takes it. */
  address: string
  title: string
  /** The one that was sent before. */
  receipt: Receipt
  isDeclined: boolean
  errors: string[] | undefined
  /** Of the form without scripts. */
  intent: 'receipt' | 'partReceipt'
  hidden?: Record<string, string | number>
}

/** The receipt of a transfer. With scripts it is uploaded as soon as it is chosen, without them by a form. */
export function ReceiptField({ address, title, receipt, isDeclined, errors, intent, hidden = {} }: Props) {
  const t = useTexts('orders').transfer
  const { revalidate } = useRevalidator()
  const upload = useUpload<SavedFile>(undefined, {
    address,
    maxBytes: MAX_PAPER_BYTES,
  })
  const { step } = upload.state
  const isSignedOut = upload.state.step === 'refused' && upload.state.isSignedOut === true
  const lang = useLang()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // Also after a refusal: the order may have been cancelled in another tab, and the page must show that.
  const hasEnded = step === 'done' || step === 'refused'
  useEffect(() => {
    if (isSignedOut) void navigate(linksFor(lang).loginAfterUnsent(pathname + search))
    else if (hasEnded) void revalidate()
  }, [isSignedOut, hasEnded, revalidate, navigate, lang, pathname, search])
  return (
    <Card as="section" aria-labelledby="receipt-title" className={styles.card}>
      <h2 id="receipt-title" className={styles.title}>
        {title}
      </h2>
      {receipt ? <SentReceipt receipt={receipt} isDeclined={isDeclined} /> : null}
      <Form method="post" encType="multipart/form-data">
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <FileDropField
          id="receipt"
          name="file"
          accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
          required
          upload={upload}
          errors={errors}
          texts={{ hint: t.receiptHint, choose: receipt ? t.replace : t.choose, drop: t.drop }}
          message={step === 'done' ? t.received : ''}
          labelledBy="receipt-title"
          submit={
            <SubmitButton name="intent" value={intent}>
              {t.send}
            </SubmitButton>
          }
        />
      </Form>
    </Card>
  )
}

type SentProps = { receipt: NonNullable<Receipt>; isDeclined: boolean }

function SentReceipt({ receipt: { name, size, sentAt }, isDeclined }: SentProps) {
  const t = useTexts('orders')
  const lang = useLang()
  const moment = t.paymentMethod.moment(formatWeekday(sentAt, lang), formatTime(sentAt, lang))
  return (
    <AttachedFile name={name} size={size}>
      {' · '}
      <time dateTime={sentAt}>{t.transfer.sentAt(moment)}</time>
      {isDeclined ? <strong> · {t.transfer.wasDeclined}</strong> : null}
    </AttachedFile>
  )
}
