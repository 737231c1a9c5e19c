import { useTexts } from '../../../locales/texts.tsx'
import { ButtonLink, type ButtonLook } from '../../../ui/button.tsx'
import type { Order } from '../order-contract.ts'

type Props = Pick<ButtonLook, 'size'> & { order: Pick<Order, 'invoice' | 'creditNotes' | 'debitNotes' | 'course'> }

/** Links to the invoice of an order and its credit notes. The server renders them outside React Router. */
export function OrderDocuments({ order, size }: Props) {
  const t = useTexts('ordersDocuments')
  const { invoice, creditNotes, debitNotes, course } = order
  const documents = [
    ...(invoice ? [{ label: t.invoice, url: invoice.url }] : []),
    ...debitNotes.map(({ number, url }) => ({ label: t.debitNote(number), url })),
    ...creditNotes.map(({ number, url }) => ({ label: t.creditNote(number), url })),
  ]
  return documents.map(({ label, url }) => (
    <ButtonLink
      key={url}
      to={url}
      reloadDocument
      variant="quiet"
      size={size}
      icon="document"
      aria-label={t.of(label, course.name)}
    >
      {label}
    </ButtonLink>
  ))
}
