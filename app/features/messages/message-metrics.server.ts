import type { Services } from '../../platform/context.server.ts'
import { WEEK_MS } from '../../platform/durations.ts'
import type { Metric } from '../../platform/metric.ts'
import { countFailed, countPending } from './queries.server.ts'
import { smsLeft } from './sms-admission.server.ts'

/** Pending and failed messages, and the remaining SMS budget. */
export function messageMetrics(services: Services): Metric[] {
  const { db, now } = services
  return [
    {
      name: 'messages_waiting',
      help: 'Messages that were not handed over yet.',
      labels: ['channel'],
      read: async () => (await countPending(db)).map(({ count, ...labels }) => ({ labels, value: count })),
    },
    {
      name: 'messages_given_up',
      help: 'Messages of the last seven days that will not be sent, by the reason.',
      labels: ['channel', 'because'],
      read: async () =>
        (await countFailed(db, new Date(now().getTime() - WEEK_MS))).map(({ channel, because, count }) => ({
          labels: { channel, because: because ?? '' },
          value: count,
        })),
    },
    {
      name: 'sms_budget_left',
      help: 'SMS that may still leave in this hour.',
      labels: [],
      read: async () => [{ labels: {}, value: await smsLeft(services) }],
    },
  ]
}
