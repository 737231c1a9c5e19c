/** The VAT return of a period: what its documents add up to. Amounts are halalas, so that sums are exact. */
import type { VatReturn } from './desk-contract.ts'

type Sums = { documents: number; netHalalas: number; vatHalalas: number; totalHalalas: number }
type Balance = Omit<Sums, 'documents'>
type Treatment = VatReturn['rows'][number]['treatment']

/** What the documents of one kind with one treatment and rate add up to. */
export type VatSum = Sums & {
  kind: 'invoice' | 'credit-note' | 'debit-note'
  treatment: Treatment
  ratePercent: number
}

/** In the order of the return's boxes. */
const TREATMENTS: Treatment[] = ['standard', 'zero', 'exempt', 'none']
const NOTHING: Sums = { documents: 0, netHalalas: 0, vatHalalas: 0, totalHalalas: 0 }

/** @param counts of different documents: one can stand in several rows */
export function vatReturnOf(sums: readonly VatSum[], counts: Record<VatSum['kind'], number>) {
  const keys = [...new Set(sums.map(({ treatment, ratePercent }) => `${treatment} ${ratePercent}`))]
  const rows = keys.map((key) => {
    const [first] = sums.filter(({ treatment, ratePercent }) => `${treatment} ${ratePercent}` === key)
    const { treatment, ratePercent } = first!
    const of = (kind: VatSum['kind']) =>
      addUp(sums.filter((sum) => sum.kind === kind && sum.treatment === treatment && sum.ratePercent === ratePercent))
    return { treatment, ratePercent, ...withBalance(of('invoice'), of('debit-note'), of('credit-note')) }
  })
  rows.sort(
    (one, other) =>
      TREATMENTS.indexOf(one.treatment) - TREATMENTS.indexOf(other.treatment) || other.ratePercent - one.ratePercent,
  )
  const total = (kind: VatSum['kind']) => ({
    ...addUp(sums.filter((sum) => sum.kind === kind)),
    documents: counts[kind],
  })
  return { rows, total: withBalance(total('invoice'), total('debit-note'), total('credit-note')) }
}

type Part = { treatment: Treatment; ratePercent: number }

/** The query of the list that adds up to a figure of the return; of all treatments without `part`. */
export const documentsBehind = (kind: VatSum['kind'], { from, to }: Pick<VatReturn, 'from' | 'to'>, part?: Part) => ({
  kind,
  ...(part ? { treatment: part.treatment, rate: String(part.ratePercent) } : {}),
  ...{ from, to },
})

const addUp = (sums: readonly Sums[]): Sums =>
  sums.reduce(
    (total, sum) => ({
      documents: total.documents + sum.documents,
      netHalalas: total.netHalalas + sum.netHalalas,
      vatHalalas: total.vatHalalas + sum.vatHalalas,
      totalHalalas: total.totalHalalas + sum.totalHalalas,
    }),
    NOTHING,
  )

const withBalance = (invoices: Sums, debitNotes: Sums, creditNotes: Sums) => ({
  invoices,
  debitNotes,
  creditNotes,
  balance: {
    netHalalas: invoices.netHalalas + debitNotes.netHalalas - creditNotes.netHalalas,
    vatHalalas: invoices.vatHalalas + debitNotes.vatHalalas - creditNotes.vatHalalas,
    totalHalalas: invoices.totalHalalas + debitNotes.totalHalalas - creditNotes.totalHalalas,
  } satisfies Balance,
})
