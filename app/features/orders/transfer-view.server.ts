/** A bank transfer as the learner and staff see it. */
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Services } from '../../platform/context.server.ts'
import { signedFileAddress } from '../files/files.server.ts'
import { TRANSFER } from './attempt-queries.server.ts'
import type { StaffTransfer, Transfer } from './order-parts-contract.ts'
import type { OrderRow } from './order-queries.server.ts'
import { type TransferRow, transfersOf } from './staff-queries.server.ts'

/** Short, since anyone with the signed address can open the receipt. */
const RECEIPT_LINK_SECONDS = 600

type OrderAttempts = { attempts: { part: number; provider: string; status: string }[] }

/** Later parts by transfer are recorded when they have arrived. */
const isTransfer = ({ part, provider }: OrderAttempts['attempts'][number]) => provider === TRANSFER && part === 1

type Sent = { receipt: boolean; answer: string | null; isRestAsked: boolean }

function stateOf({ attempts }: OrderAttempts, sent: Sent): Transfer['state'] {
  const attempt = attempts.find(isTransfer)
  if (attempt && !['created', 'abandoned', 'failed'].includes(attempt.status)) return 'approved'
  if (sent.answer !== null) return 'declined'
  if (sent.isRestAsked) return 'rest'
  return sent.receipt ? 'received' : 'waiting'
}

export function transferOf(order: Pick<OrderRow, 'attempts' | 'transfer' | 'status'>, lang: Lang): Transfer | null {
  const { transfer, status } = order
  if (!transfer) return null
  const { bank, receipt, answer, receivedHalalas, isRestAsked } = transfer
  return {
    state: stateOf(order, { receipt: receipt !== null, answer, isRestAsked }),
    bank:
      bank && status === 'pending'
        ? { name: inLang(bank.name, lang), beneficiary: inLang(bank.beneficiary, lang), iban: bank.iban }
        : null,
    receipt: receipt && { ...receipt, sentAt: new Date(receipt.sentAt).toISOString() },
    answer,
    receivedHalalas,
  }
}

/** Where staff open the receipts of later parts. */
export function partReceipts(services: Pick<Services, 'settings' | 'now'>, { parts }: Pick<OrderRow, 'parts'>) {
  return parts.flatMap(({ part, receipt }) =>
    receipt ? [{ part, address: receiptAddress(services, receipt.id, receipt.name) }] : [],
  )
}

const receiptAddress = (services: Pick<Services, 'settings' | 'now'>, file: string, name: string) =>
  services.settings.publicUrl + signedFileAddress(services, file, name, RECEIPT_LINK_SECONDS)

/** The transfers of these orders as staff see them, by the order's id; orders without one are left out. */
export async function transferViews(
  services: Pick<Services, 'db' | 'settings' | 'now'>,
  orders: ({ id: string } & OrderAttempts)[],
): Promise<Map<string, StaffTransfer>> {
  const byTransfer = orders.filter(({ attempts }) => attempts.some(isTransfer))
  const ids = byTransfer.map(({ id }) => id)
  const rows = new Map((await transfersOf(services.db, ids)).map((row) => [row.orderId, row]))
  return new Map(byTransfer.map((order) => [order.id, staffView(services, order, rows.get(order.id))]))
}

function staffView(
  services: Pick<Services, 'settings' | 'now'>,
  order: OrderAttempts,
  row: TransferRow | undefined,
): StaffTransfer {
  const { receiptFile: file, receiptName: name, receiptSize: size, receiptAt: at, answer = null } = row ?? {}
  const receipt =
    file && name && at
      ? {
          ...{ name, size: size ?? 0, sentAt: at.toISOString() },
          address: receiptAddress(services, file, name),
        }
      : null
  const { receivedHalalas = 0, declines = 0, isRestAsked = false } = row ?? {}
  const state = stateOf(order, { receipt: receipt !== null, answer, isRestAsked })
  return { state, receipt, answer, receivedHalalas, declines }
}
