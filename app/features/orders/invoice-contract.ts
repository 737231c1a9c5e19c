/** The papers of an order: what its learner keeps of it. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { FileAnswer, optional } from '../../api/fields.ts'

const OrderId = z.uuid('invalid')

export const invoiceEndpoints = {
  calendar: endpoint({
    method: 'GET',
    path: 'Orders/{id}/calendar.ics',
    summary:
      'Every meeting of the run, for calendars, in the language of `lang` or else of Accept-Language; not found for a recorded course and for an order that holds no paid seat.',
    audience: 'signedIn',
    input: z.object({ id: OrderId, lang: optional(z.enum(['ar', 'en'], 'invalid')) }),
    output: FileAnswer,
    file: 'text/calendar; charset=utf-8',
    problems: ['orderNotFound', 'notFound'],
  }),
}
