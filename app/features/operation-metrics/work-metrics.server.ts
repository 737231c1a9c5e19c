import type { Services } from '../../platform/context.server.ts'
import type { Metric } from '../../platform/metric.ts'
import {
  countEInvoices,
  countJobs,
  countUnhandledEvents,
  countUnmatchedPayments,
  findOldestMessages,
  sumOwedRefunds,
} from './queries.server.ts'

const alone = (value: number) => [{ labels: {}, value }]

/** Work that waits: jobs, events of the payment provider, money, messages. */
export function workMetrics({ db, now }: Services): Metric[] {
  return [
    {
      name: 'jobs',
      help: 'Jobs whose time has come, by state; failed ones are not tried again.',
      labels: ['state'],
      read: async () => {
        const { waiting, running, failed } = await countJobs(db)
        return Object.entries({ waiting, running, failed }).map(([state, value]) => ({ labels: { state }, value }))
      },
    },
    {
      name: 'jobs_oldest_seconds',
      help: 'How long the oldest waiting job could have run.',
      labels: [],
      read: async () => alone((await countJobs(db)).oldestSeconds),
    },
    {
      name: 'payment_events_unhandled',
      help: "The payment provider's events that were stored and not handled yet.",
      labels: [],
      read: async () => alone(await countUnhandledEvents(db)),
    },
    {
      name: 'refunds_owed',
      help: 'Refunds that are not finished, by status.',
      labels: ['status'],
      read: async () => (await sumOwedRefunds(db)).map(({ status, count }) => ({ labels: { status }, value: count })),
    },
    {
      name: 'refunds_owed_halalas',
      help: 'What these refunds amount to, by status.',
      labels: ['status'],
      read: async () =>
        (await sumOwedRefunds(db)).map(({ status, halalas }) => ({ labels: { status }, value: halalas })),
    },
    {
      name: 'payments_unmatched',
      help: 'Payments that bought nothing and were not returned.',
      labels: [],
      read: async () => alone(await countUnmatchedPayments(db)),
    },
    {
      name: 'e_invoices',
      help: 'Documents that wait for the tax authority, and those that it refused.',
      labels: ['state'],
      read: async () => {
        const { waiting, refused } = await countEInvoices(db, now())
        return Object.entries({ waiting, refused }).map(([state, value]) => ({ labels: { state }, value }))
      },
    },
    {
      name: 'e_invoices_oldest_seconds',
      help: 'How long the oldest document has waited for the tax authority.',
      labels: [],
      read: async () => alone((await countEInvoices(db, now())).oldestSeconds),
    },
    {
      name: 'messages_oldest_seconds',
      help: 'How long the oldest message that was not handed over has waited.',
      labels: ['channel'],
      read: async () =>
        (await findOldestMessages(db, now())).map(({ channel, seconds }) => ({ labels: { channel }, value: seconds })),
    },
  ]
}
