/** What staff mend of a quote and of the purchase that follows. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Email, Id, NameText, Text } from '../../api/fields.ts'
import { blank, Phone } from '../../api/registration-fields.ts'
import { SentMail } from '../messages/sent-mail-contract.ts'
import { Quote } from './desk-contract.ts'

const MANAGE = { right: 'quotes.manage' } as const
const ById = z.object({ id: Id })
const person = { name: NameText(100), email: Email }

export const quoteCorrectionsEndpoints = {
  changeQuoteContact: endpoint({
    method: 'PUT',
    path: 'admin/quotes/{id}/contact',
    summary:
      'Changes to whom a quote goes that nobody accepted. At another address a quote that was sent gets a new link, and is sent again while it is valid.',
    audience: MANAGE,
    input: ById.extend({
      ...person,
      /** Empty or null takes it off; without it, it stays. */
      phone: blank(Phone).optional(),
    }),
    output: Quote,
    problems: ['notFound', 'quoteAnswered'],
  }),
  undoCompanyPayment: endpoint({
    method: 'POST',
    path: 'admin/quotes/{id}/payments/{paymentId}/undo',
    summary:
      'Takes back money that staff booked by mistake, while its month is open: it is owed again, bank movements that it used are open again, and seats that it opened are closed.',
    audience: MANAGE,
    needsProof: true,
    input: ById.extend({ paymentId: Id, reason: Text(500) }),
    output: Quote,
    problems: ['notFound', 'paymentStays'],
  }),
  renameSeat: endpoint({
    method: 'PUT',
    path: 'admin/quotes/{id}/seats/{seatId}/person',
    summary: 'Means a named seat that nobody has used for this person; for another address it gets a new code.',
    audience: MANAGE,
    input: ById.extend({ seatId: Id, ...person }),
    output: Quote,
    problems: ['notFound', 'seatUsed', 'validation'],
  }),
  takeNameOff: endpoint({
    method: 'DELETE',
    path: 'admin/quotes/{id}/seats/{seatId}/person',
    summary: 'Takes the name off a seat that nobody has used: a new code replaces the one that the person got.',
    audience: MANAGE,
    input: ById.extend({ seatId: Id }),
    output: Quote,
    problems: ['notFound', 'seatUsed'],
  }),
  quoteMails: endpoint({
    method: 'GET',
    path: 'admin/quotes/{id}/mails',
    summary: 'The mails about a quote and its purchase to its contact, of the last half year, the newest first.',
    audience: MANAGE,
    input: ById,
    output: z.object({ mails: z.array(SentMail) }),
    problems: ['notFound'],
  }),
  sendQuoteMailAgain: endpoint({
    method: 'POST',
    path: 'admin/quotes/{id}/mails/{mailId}/send',
    summary: 'Sends a mail about a quote to its contact once more; the same one at most once in ten minutes.',
    audience: MANAGE,
    input: ById.extend({ mailId: Id }),
    output: z.object({ mails: z.array(SentMail) }),
    problems: ['notFound', 'mailSentRecently'],
  }),
}
