/** Debit notes of companies' purchases: an amount that is added to a line of the invoice, and taking it back. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { DocumentNumber, Id, Text } from '../../api/fields.ts'
import { Amount, Known, SuppliedOn } from '../invoices/notes-contract.ts'

const ISSUE = { right: 'invoices.issue' } as const
const Note = z.object({ number: z.string() })
const PROBLEMS = ['notFound', 'quoteNotAccepted', 'previewStale'] as const

export const purchaseNotesEndpoints = {
  debitPurchase: endpoint({
    method: 'POST',
    path: 'admin/quotes/{id}/lines/{lineId}/debit-notes',
    summary: 'Adds an amount to a line of a company’s invoice by a debit note; its contact gets a mail, and owes it.',
    audience: ISSUE,
    needsProof: true,
    input: z.object({
      ...{ id: Id, lineId: Id, amountHalalas: Amount, reason: Text(500), known: Known },
      suppliedOn: SuppliedOn,
    }),
    output: Note,
    problems: [...PROBLEMS],
    logs: 'approval',
  }),
  takePurchaseDebitBack: endpoint({
    method: 'POST',
    path: 'admin/quotes/{id}/debit-notes/{number}/take-back',
    summary: 'Takes a debit note of a company’s purchase back, whole, by a credit note; its contact gets a mail.',
    audience: ISSUE,
    needsProof: true,
    input: z.object({ id: Id, number: DocumentNumber, reason: Text(500), known: Known }),
    output: Note,
    problems: [...PROBLEMS],
    logs: 'approval',
  }),
}
