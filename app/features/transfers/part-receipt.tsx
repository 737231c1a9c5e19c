import { useTexts } from '../../locales/texts.tsx'
import type { FormFailure } from '../../request-context.ts'
import type { Order } from '../orders/order-contract.ts'
import { ReceiptField } from './receipt-field.tsx'

type Props = { order: Order; part: number; failure: FormFailure | undefined }

/** The receipt of the part that is due next. */
export function PartReceipt({ order, part, failure }: Props) {
  const t = useTexts('orders').parts
  const { receipt = null, answer = null } = order.parts.find((one) => one.part === part) ?? {}
  return (
    <ReceiptField
      key={part}
      address={`/api/Orders/${order.id}/parts/${part}/receipt`}
      title={t.receipt(part)}
      receipt={receipt}
      isDeclined={answer !== null}
      errors={failure?.fields.file}
      intent="partReceipt"
      hidden={{ part }}
    />
  )
}
