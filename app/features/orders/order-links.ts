/** Addresses of a placed order. Not in `links.ts`, which is part of every page's script. */
import { linksFor, withQuery } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'

export function orderLinksFor(lang: Lang) {
  const { home, myCourses } = linksFor(lang)
  return {
    /** @param part the later part from whose payment the learner returns */
    approved: (orderId: string, part?: number) => withQuery(`${home}/order-approved`, { order: orderId, part }),
    mine: `${home}/profile/orders`,
    /** The learner's own place of the course: its card on *My courses*. It stays the same for good. */
    place: (reference: string) => `${myCourses}#${reference}`,
    canceled: (orderId: string) => withQuery(`${home}/order-canceled`, { order: orderId }),
    invoice: (number: string) => `${home}/invoice/${number}`,
    invoicePdf: (number: string) => `/api/Invoices/${number}/pdf`,
    calendar: (orderId: string) => withQuery(`/api/Orders/${orderId}/calendar.ics`, { lang }),
  }
}

/** The form for a complaint about an order. */
export function complaintLink(lang: Lang, orderReference: string): string {
  return `${withQuery(linksFor(lang).complains, { order: orderReference })}#write`
}
