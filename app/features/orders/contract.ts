/** A learner's orders, and their dates as a calendar file. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { FileAnswer, optional, PageIndex, PageOf, PageSize } from '../../api/fields.ts'
import { Order } from './order-contract.ts'
import { orderStaffEndpoints } from './staff-contract.ts'

export const ordersEndpoints = {
  mine: endpoint({
    method: 'GET',
    path: 'Orders/mine',
    summary: "The learner's orders, the newest first.",
    audience: 'signedIn',
    input: z.object({ PageIndex, PageSize }),
    output: PageOf(Order),
  }),
  calendar: endpoint({
    method: 'GET',
    path: 'Orders/{id}/calendar.ics',
    summary:
      'Every meeting of the run, for calendars, in the language of `lang` or else of Accept-Language; not found for a recorded course and for an order that holds no paid seat.',
    audience: 'signedIn',
    input: z.object({ id: z.uuid('invalid'), lang: optional(z.enum(['ar', 'en'], 'invalid')) }),
    output: FileAnswer,
    file: 'text/calendar; charset=utf-8',
    problems: ['orderNotFound', 'notFound'],
  }),
  ...orderStaffEndpoints,
}
