/** What of an order is to be paid next. */
type Owed = {
  status: string
  totalHalalas: number
  unpaidHalalas: number
  mayOweParts: boolean
  parts: readonly { part: number; amountHalalas: number; paidAt: string | null }[]
}

/** Which part, of how much: all of an unpaid order, or its first part; of a paid one its next part, if one is owed. */
export function dueOf(order: Owed): { part: number; halalas: number } | null {
  const { status, totalHalalas, unpaidHalalas, mayOweParts, parts } = order
  if (status === 'refunded') return null
  if (status !== 'paid') return { part: 1, halalas: totalHalalas - unpaidHalalas }
  const next = mayOweParts ? parts.find(({ paidAt }) => paidAt === null) : undefined
  return next ? { part: next.part, halalas: next.amountHalalas } : null
}
