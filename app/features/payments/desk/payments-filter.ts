import { halalasIn } from '../../../desk/riyals.ts'

/** What the list and its file ask for. Without a chosen status, it is what waits for a decision. */
export const unmatchedAsked = ({ status = 'open', query, amount }: Record<string, string>) => ({
  Status: status,
  SearchTerm: query,
  AmountHalalas: halalasIn(amount ?? null),
})
