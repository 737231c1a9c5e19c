/** Attachments of mails about orders, generated when a mail is sent, so that they are up to date. */
import type { AttachmentRef } from '../../../db/shapes.ts'
import type { Attachment } from '../../adapters/email/port.ts'
import type { Lang } from '../../locales/lang.ts'
import type { Services } from '../../platform/context.server.ts'
import { calendarOf } from '../orders/calendar/calendar.server.ts'
import { findOrder } from '../orders/order-queries.server.ts'
import { invoicePdf } from './invoice-pdf.server.ts'
import { creditNoteOf, type InvoiceRow, invoiceById, invoiceOfOrder } from './queries.server.ts'

type Loader = (services: Services, id: string, lang: Lang) => Promise<Attachment | undefined>

const LOADERS: Record<AttachmentRef['kind'], Loader> = {
  calendar: loadCalendar,
  // The id of the order, and `/` with the number of a later part.
  invoice: ({ db }, id) => {
    const [orderId, part = '1'] = id.split('/')
    return loadPdf(() => invoiceOfOrder(db, orderId!, Number(part)))
  },
  'credit-note': ({ db }, refundId) => loadPdf(() => creditNoteOf(db, refundId)),
  'debit-note': ({ db }, id) => loadPdf(() => invoiceById(db, id)),
}

export function attachmentsFor(services: Services) {
  return ({ kind, id }: AttachmentRef, lang: Lang) => LOADERS[kind](services, id, lang)
}

async function loadPdf(find: () => Promise<InvoiceRow | undefined>) {
  const row = await find()
  return row && invoicePdf(row)
}

async function loadCalendar({ db, settings, now }: Services, orderId: string, lang: Lang) {
  const order = await findOrder(db, orderId)
  const file = order && (await calendarOf(db, order, lang, { publicUrl: settings.publicUrl, now: now() }))
  return file ? { ...file, content: Buffer.from(file.content) } : undefined
}
