/** Staff mend a quote that nobody accepted, and a purchase: its contact, its money, its mails. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { type MailAbout, mailsNaming, sendAgain, shownMail } from '../messages/sent-mails.server.ts'
import { closeSeats, deletePayment, freeMovement, saveContact, usedTooMuch } from './correction-queries.server.ts'
import type { quoteCorrectionsEndpoints } from './corrections-contract.ts'
import { documentsOf, openRefundsOf, paymentsOf, sumsOf } from './money-queries.server.ts'
import { findQuote, lockQuote, type QuoteRow } from './queries.server.ts'
import { mailQuote } from './quote-mails.server.ts'
import { quoteView } from './quote-views.server.ts'
import { renameSeatOf, takeNameOffSeat } from './seats/seat-corrections.server.ts'

type Calls = typeof quoteCorrectionsEndpoints

export const quoteCorrections: Operations<Calls> = {
  changeQuoteContact,
  undoCompanyPayment,
  renameSeat: (ctx, { id, seatId, ...person }) =>
    change(ctx, id, (tx, quote) => renameSeatOf(tx, ctx, quote, { seatId, person })),
  takeNameOff: (ctx, { id, seatId }) => change(ctx, id, (tx, quote) => takeNameOffSeat(tx, ctx, quote, seatId)),
  quoteMails: async (ctx, { id }) => shownMails(await mailsOf(ctx, await requireQuote(ctx, id))),
  sendQuoteMailAgain,
}

async function requireQuote(ctx: Context, id: number): Promise<QuoteRow> {
  const quote = await findQuote(ctx.db, { id })
  if (!quote) throw new Problem('notFound')
  return quote
}

/** Does something with the locked quote, in one transaction with its entry in the audit log. */
async function change(ctx: Context, id: number, act: (tx: Tx, quote: QuoteRow) => Promise<void>) {
  await ctx.db.transaction().execute(async (tx) => {
    const quote = await lockQuote(tx, id)
    if (!quote) throw new Problem('notFound')
    await act(tx, quote)
  })
  return quoteView(ctx, await requireQuote(ctx, id))
}

/** Whoever got the quote by mistake cannot read or accept it any more. */
async function changeQuoteContact(ctx: Context, { id, name, email, phone }: Input<Calls['changeQuoteContact']>) {
  return change(ctx, id, async (tx, quote) => {
    if (quote.state === 'accepted' || quote.isContactErased) throw new Problem('quoteAnswered')
    const before = { name: quote.contactName, email: quote.contactEmail, phone: quote.contactPhone }
    const contact = { name, email, phone: phone === undefined ? before.phone : phone }
    const isOther = before.email !== email
    if (before.name === name && !isOther && before.phone === contact.phone) return
    await saveContact(tx, id, { ...contact, endsLink: isOther })
    const after = (await findQuote(tx, { id }))!
    if (isOther && after.state === 'sent' && after.validUntil >= dayOf(ctx.now()))
      await mailQuote(tx, ctx, after, after.document!)
    await writeAudit(tx, ctx, { action: 'quote.contact', reference: quote.number, before, after: contact })
  })
}

async function undoCompanyPayment(ctx: Context, { id, paymentId, reason }: Input<Calls['undoCompanyPayment']>) {
  return change(ctx, id, async (tx, quote) => {
    if (!(await paymentsOf(tx, id)).some((payment) => payment.id === paymentId)) throw new Problem('notFound')
    const undone = await deletePayment(tx, id, paymentId)
    if (!undone) throw new Problem('paymentStays')
    const { hasReleased, ...before } = undone
    if (undone.kind === 'received') {
      if (undone.method === 'transfer') await freeMovement(tx, id, undone)
      if ((await isMoneyGone(tx, id)) || (await usedTooMuch(tx, id))) throw new Problem('paymentStays')
      if (hasReleased) await closeSeats(tx, id)
    }
    const detail = { reason, closesSeats: hasReleased }
    await writeAudit(tx, ctx, { action: 'quote.undo-payment', reference: quote.number, before, detail })
  })
}

/** Whether more went back, or to other purchases, than came in. */
async function isMoneyGone(tx: Tx, id: number): Promise<boolean> {
  const sums = sumsOf(await documentsOf(tx, id), await paymentsOf(tx, id))
  const into = sums.receivedHalalas + sums.fromCreditHalalas
  return into < sums.returnedHalalas + sums.toCreditHalalas + (await openRefundsOf(tx, id))
}

const mailsOf = async (ctx: Context, { contactEmail, number }: QuoteRow) =>
  contactEmail === '' ? [] : mailsNaming(ctx.db, contactEmail, number, ctx.now())

const shownMails = (mails: readonly MailAbout[]) => ({ mails: mails.map(shownMail) })

async function sendQuoteMailAgain(ctx: Context, { id, mailId }: Input<Calls['sendQuoteMailAgain']>) {
  const quote = await requireQuote(ctx, id)
  const mails = await mailsOf(ctx, quote)
  await ctx.db.transaction().execute(async (tx) => {
    const subject = await sendAgain(tx, mails, mailId, quote.number, ctx.now())
    await writeAudit(tx, ctx, { action: 'quote.send-mail', reference: quote.number, detail: { subject } })
  })
  return shownMails(await mailsOf(ctx, quote))
}
