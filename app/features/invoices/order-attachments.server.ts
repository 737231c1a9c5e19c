/** Attachments of mails about orders, generated when a mail is sent, so that they are up to date. */
import type { AttachmentRef } from '../../../db/shapes.ts'
import type { Attachment } from '../../adapters/email/port.ts'
import type { Lang } from '../../locales/lang.ts'
import type { Services } from '../../platform/context.server.ts'
import { isShared } from '../e-invoicing/stamping.server.ts'
import { calendarOf } from '../orders/calendar/calendar.server.ts'
import { findOrder } from '../orders/order-queries.server.ts'
import { invoicePdf } from './invoice-pdf.server.ts'
import { creditNoteOf, type InvoiceRow, invoiceById, invoiceOfOrder } from './queries.server.ts'

type Loader = (services: Services, id: string, lang: Lang) => Promise<Attachment | undefined>

const LOADERS: Record<AttachmentRef['kind'], Loader> = {
  calendar: loadCalendar,
  // The id of the order, and `/` with the number of a later part.
  invoice: (services, id) => {
    const [orderId, part = '1'] = id.split('/')
    return loadPdf(services, () => invoiceOfOrder(services.db, orderId!, Number(part)))
  },
  'credit-note': (services, refundId) => loadPdf(services, () => creditNoteOf(services.db, refundId)),
  'debit-note': (services, id) => loadPdf(services, () => invoiceById(services.db, id)),
}

export function attachmentsFor(services: Services) {
  return ({ kind, id }: AttachmentRef, lang: Lang) => LOADERS[kind](services, id, lang)
}

/** @throws when the tax authority has not cleared it yet: the mail goes out without it in the end, and its link leads to it */
async function loadPdf(services: Services, find: () => Promise<InvoiceRow | undefined>) {
  const row = await find()
  if (row && !(await isShared(services, row))) throw new Error(`${row.number} is not cleared yet.`)
  return row && invoicePdf(services, row)
}

async function loadCalendar({ db, settings, now }: Services, orderId: string, lang: Lang) {
  const order = await findOrder(db, orderId)
  const file = order && (await calendarOf(db, order, lang, { publicUrl: settings.publicUrl, now: now() }))
  return file ? { ...file, content: Buffer.from(file.content) } : undefined
}
