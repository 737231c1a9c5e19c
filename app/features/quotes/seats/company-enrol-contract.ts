/** A person whom staff enrol by hand with a seat that a company has bought. */
import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { Email, Flag, Id, MobilePhone, optional, PersonName, Text } from '../../../api/fields.ts'
import { StaffOrder } from '../../orders/staff-contract.ts'

const RIGHT = { right: 'orders.change' } as const
const PROBLEMS = ['courseNotFound', 'scheduleRequired', 'enrolmentClosed', 'alreadyEnrolled', 'ownOrder'] as const

export const companyEnrolEndpoints = {
  companySeats: endpoint({
    method: 'GET',
    path: 'admin/company-seats',
    summary: 'Purchases of companies with seats that a person can get in a run or a recorded course.',
    audience: RIGHT,
    input: z.object({ courseId: Id, scheduleId: optional(Id), email: Email }),
    output: z.object({
      /** The account of the address; null: one is made. */
      learner: z.object({ id: z.int(), name: z.string(), phone: z.string() }).nullable(),
      course: z.string(),
      run: z.object({ startsAt: z.iso.datetime(), city: z.string().nullable() }).nullable(),
      /** Those first that mean a seat for this person. */
      purchases: z.array(
        z.object({
          lineId: z.int(),
          quote: z.object({ id: z.int(), number: z.string() }),
          company: z.string(),
          /** Seats that are not meant for others. */
          seatsLeft: z.int(),
          isNamed: z.boolean(),
          /** Whether its seats can be used: paid in full, or released by staff. */
          isReleased: z.boolean(),
        }),
      ),
    }),
    problems: [...PROBLEMS],
  }),
  enrolByCompany: endpoint({
    method: 'POST',
    path: 'admin/company-seats/{lineId}/enrol',
    summary: 'Enrols a person by hand with a seat that a company has bought; never more than it bought.',
    audience: RIGHT,
    needsProof: true,
    creates: true,
    status: 201,
    input: z.object({
      lineId: Id,
      /** The run of the seat, where it is not that of the line any more. */
      scheduleId: optional(Id),
      email: Email,
      /** For an address without an account. */
      firstName: optional(PersonName),
      lastName: optional(PersonName),
      phone: optional(MobilePhone),
      lang: optional(z.enum(['ar', 'en'], 'invalid')),
      /** The person has agreed to the terms, and that the company sees attendance and certificate. */
      hasAgreed: Flag,
      reason: Text(500),
    }),
    output: StaffOrder,
    problems: [...PROBLEMS, 'notFound', 'seatsGone', 'seatNotReleased', 'paymentUnderWay', 'validation'],
  }),
}
