import { useEffect } from 'react'
import { Form, useRevalidator } from 'react-router'
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

type Transfer = NonNullable<Order['transfer']>
type Props = { orderId: string; transfer: Transfer; errors: string[] | undefined }

/** The receipt of a transfer. With scripts it is uploaded as soon as it is chosen, without them by a form. */
export function ReceiptField({ orderId, transfer, errors }: Props) {
  const t = useTexts('orders').transfer
  const { revalidate } = useRevalidator()
  const upload = useUpload<SavedFile>(undefined, {
    address: `/api/Orders/${orderId}/receipt`,
    maxBytes: MAX_PAPER_BYTES,
  })
  const { step } = upload.state
  // Also after a refusal: the order may have been cancelled in another tab, and the page must show that.
  const hasEnded = step === 'done' || step === 'refused'
  useEffect(() => {
    if (hasEnded) void revalidate()
  }, [hasEnded, revalidate])
  return (
    <Card as="section" aria-labelledby="receipt-title" className={styles.card}>
      <h2 id="receipt-title" className={styles.title}>
        {t.receiptTitle}
      </h2>
      {transfer.receipt ? <SentReceipt receipt={transfer.receipt} /> : null}
      <Form method="post" encType="multipart/form-data">
        <FileDropField
          id="receipt"
          name="file"
          accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
          required
          upload={upload}
          errors={errors}
          texts={{ hint: t.receiptHint, choose: transfer.receipt ? t.replace : t.choose, drop: t.drop }}
          message={step === 'done' ? t.received : ''}
          labelledBy="receipt-title"
          submit={
            <SubmitButton name="intent" value="receipt">
              {t.send}
            </SubmitButton>
          }
        />
      </Form>
    </Card>
  )
}

function SentReceipt({ receipt: { name, size, sentAt } }: { receipt: NonNullable<Transfer['receipt']> }) {
  const t = useTexts('orders')
  const lang = useLang()
  const moment = t.paymentMethod.moment(formatWeekday(sentAt, lang), formatTime(sentAt, lang))
  return (
    <AttachedFile name={name} size={size}>
      {' · '}
      <time dateTime={sentAt}>{t.transfer.sentAt(moment)}</time>
    </AttachedFile>
  )
}
