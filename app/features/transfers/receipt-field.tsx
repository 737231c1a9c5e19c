import { type DragEvent, useEffect, useRef, useState } from 'react'
import { Form, useRevalidator } from 'react-router'
import { formatFileSize } from '../../locales/file-size.ts'
import { formatTime, formatWeekday } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { FieldErrorText } from '../../ui/fields/field-frame.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import type { Order } from '../orders/order-contract.ts'
import files from '../uploads/file-field.module.css'
import type { Kept } from '../uploads/send-file.ts'
import { UploadProgress } from '../uploads/upload-progress.tsx'
import { useKeptFocus } from '../uploads/use-kept-focus.ts'
import { useUpload } from '../uploads/use-upload.ts'
import styles from './receipt-field.module.css'

const MOST = 10 * 1024 * 1024

type Transfer = NonNullable<Order['transfer']>
type Props = { orderId: string; transfer: Transfer; errors: string[] | undefined }

/** The receipt of a transfer: with scripts it is sent as soon as it is chosen, without them with a form. */
export function ReceiptField({ orderId, transfer, errors }: Props) {
  const t = useTexts('orders').transfer
  const shared = useTexts('community').form.file
  const hasScripts = useScripts()
  const { revalidate } = useRevalidator()
  const zone = useRef<HTMLFieldSetElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const { state, send, stop } = useUpload<Kept>(undefined, { address: `/api/Orders/${orderId}/receipt`, most: MOST })
  const isDone = state.step === 'done'
  // Refused is also what was cancelled in another tab: then the page is that of the cancelled order.
  const isAnswered = isDone || state.step === 'refused'
  useKeptFocus(zone, state.step)
  useEffect(() => {
    if (isAnswered) void revalidate()
  }, [isAnswered, revalidate])

  function take(chosen: FileList | null) {
    const file = chosen?.[0]
    if (file) void send(file)
    // The same one can be chosen anew.
    if (input.current) input.current.value = ''
  }

  const isSending = state.step === 'sending'
  const refusals =
    state.step === 'refused'
      ? [state.refusal]
      : state.step === 'lost'
        ? [shared.lost]
        : state.step === 'none'
          ? errors
          : undefined
  return (
    <Card as="section" aria-labelledby="receipt-title" className={styles.card}>
      <h2 id="receipt-title" className={styles.title}>
        {t.receiptTitle}
      </h2>
      {transfer.receipt ? <SentReceipt receipt={transfer.receipt} /> : null}
      <Form method="post" encType="multipart/form-data">
        <fieldset
          ref={zone}
          className={files.zone}
          aria-labelledby="receipt-title"
          aria-describedby="receipt-hint"
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event: DragEvent) => {
            event.preventDefault()
            setOver(false)
            take(event.dataTransfer.files)
          }}
        >
          <p className={files.hint} id="receipt-hint">
            {t.receiptHint}
          </p>
          {isSending ? <UploadProgress name={state.name} part={state.part} onStop={stop} /> : null}
          <div className={files.ways}>
            {isSending ? null : (
              <>
                <label className={files.label} htmlFor="receipt" data-button={hasScripts || undefined}>
                  {transfer.receipt ? t.replace : t.choose}
                </label>
                <input
                  ref={input}
                  id="receipt"
                  name="file"
                  type="file"
                  required
                  accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
                  className={hasScripts ? 'visually-hidden' : files.plain}
                  aria-describedby={refusals?.length ? 'receipt-hint receipt-error' : 'receipt-hint'}
                  aria-invalid={refusals?.length ? true : undefined}
                  onChange={({ currentTarget }) => take(currentTarget.files)}
                />
              </>
            )}
            {state.step === 'lost' ? (
              <Button variant="quiet" size="small" icon="refund" onClick={() => void send(state.file)}>
                {shared.retry}
              </Button>
            ) : null}
            {hasScripts ? (
              isSending ? null : (
                <span className={files.drop}>{t.drop}</span>
              )
            ) : (
              <SubmitButton name="intent" value="receipt">
                {t.send}
              </SubmitButton>
            )}
          </div>
          <div role="alert">
            <FieldErrorText id="receipt" errors={refusals} />
          </div>
          <p className={files.said} role="status">
            {isDone ? t.received : ''}
          </p>
        </fieldset>
      </Form>
    </Card>
  )
}

function SentReceipt({ receipt: { name, size, sentAt } }: { receipt: NonNullable<Transfer['receipt']> }) {
  const t = useTexts('orders')
  const lang = useLang()
  const moment = t.payBy.moment(formatWeekday(sentAt, lang), formatTime(sentAt, lang))
  return (
    <p className={files.kept}>
      <span className={files.mark}>
        <Icon name="document" size={28} />
      </span>
      <span className={files.facts}>
        <bdi className={files.name}>{name}</bdi>
        <span className={files.about}>
          {formatFileSize(size, lang)} · <time dateTime={sentAt}>{t.transfer.sentAt(moment)}</time>
        </span>
      </span>
    </p>
  )
}
