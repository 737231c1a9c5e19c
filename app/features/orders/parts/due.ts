/** What of an order is to be paid next. */
type Owed = {
  status: string
  totalHalalas: number
  unpaidHalalas: number
  parts: readonly { part: number; amountHalalas: number; paidAt: string | null }[]
}

/** Which part, of how much: all of an unpaid order, or its first part; of a paid one its next part, if one is owed. */
export function dueOf({ status, totalHalalas, unpaidHalalas, parts }: Owed): { part: number; halalas: number } | null {
  if (status === 'refunded') return null
  if (status !== 'paid') return { part: 1, halalas: totalHalalas - unpaidHalalas }
  const next = parts.find(({ paidAt }) => paidAt === null)
  return next ? { part: next.part, halalas: next.amountHalalas } : null
}
