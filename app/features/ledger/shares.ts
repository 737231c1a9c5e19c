/** How one amount is taken from several payments. */

/**
 * Takes the amount from the payments in their order. A refund takes from the newest first; what moves with an order is
 * taken in the order that the caller gives.
 * @returns the payments of which something is taken, with how much
 */
export function sharesOf<Payment extends { leftHalalas: number }>(
  payments: readonly Payment[],
  amountHalalas: number,
): (Payment & { amountHalalas: number })[] {
  let missing = amountHalalas
  return payments.flatMap((payment) => {
    const share = Math.min(payment.leftHalalas, missing)
    missing -= share
    return share > 0 ? [{ ...payment, amountHalalas: share }] : []
  })
}

export const leftOf = (payments: readonly { leftHalalas: number }[]): number =>
  payments.reduce((sum, { leftHalalas }) => sum + leftHalalas, 0)
