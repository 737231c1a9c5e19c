/** Whether a statement is whole: its opening balance and its movements come to its closing balance. */
import type { BalanceDoubt } from '../statement.ts'

/** One statement of a file: a file can hold several, each with its own balances. Negative: the account is overdrawn. */
export type Balances = {
  openingHalalas: number | undefined
  closingHalalas: number | undefined
  /** Sum of its movements, incoming less outgoing. */
  movedHalalas: number
}

/** What is wrong with the first that does not come out; null when all do, or when there is nothing to compare. */
export function balanceDoubtOf(statements: readonly Balances[]): BalanceDoubt | null {
  const doubts = statements.flatMap(({ openingHalalas, closingHalalas, movedHalalas }): BalanceDoubt[] => {
    if (openingHalalas === undefined || closingHalalas === undefined) return []
    const countedHalalas = openingHalalas + movedHalalas
    return countedHalalas === closingHalalas ? [] : [{ kind: 'differs', countedHalalas, statedHalalas: closingHalalas }]
  })
  return doubts[0] ?? null
}
