/** What the job queue runs, and what runs by the clock. */
import { z } from 'zod'
import { forgetOldKeys } from './api/idempotency.server.ts'
import { tellWaiting } from './features/catalogue/notify.server.ts'
import { forgetRemovedPosts } from './features/community/writing.server.ts'
import { sweepFiles } from './features/files/files.server.ts'
import { forgetOldIdentity } from './features/identity/identity.server.ts'
import { eraseOldLeads } from './features/leads/leads.server.ts'
import { deliverMessage } from './features/messages/delivery.server.ts'
import { forgetOldMessages } from './features/messages/messages.server.ts'
import { handlePaymentEvent, reconcileOrders } from './features/orders/payments.server.ts'
import { forgetOldMisses } from './features/search/misses.server.ts'
import type { Services } from './platform/context.server.ts'
import type { Tasks } from './platform/jobs.server.ts'
import { forgetOldLimits } from './platform/rate-limit.server.ts'
import { forgetOldSpools } from './platform/spool.server.ts'

const ById = z.object({ id: z.int() })

export function tasksOf(services: Services): Tasks {
  return {
    sendMessage: async (payload) => deliverMessage(services, ById.parse(payload).id),
    handlePaymentEvent: (payload) => handlePaymentEvent(services, payload),
    reconcileOrders: () => reconcileOrders(services),
    tellWaiting: async () => tellWaiting(services),
    forgetRemovedPosts: async () => forgetRemovedPosts(services),
    sweepFiles: async () => {
      await forgetOldSpools(services)
      await sweepFiles(services)
    },
    forgetOld: async () => {
      await forgetOldLimits(services)
      await forgetOldKeys(services)
      await forgetOldIdentity(services)
      await forgetOldMisses(services)
      await forgetOldMessages(services)
      await eraseOldLeads(services)
    },
  }
}

/** Crontab lines of the queue, in UTC. */
export const SCHEDULE = `
* * * * * reconcileOrders
17 1 * * * forgetOld
*/5 * * * * tellWaiting
*/5 * * * * forgetRemovedPosts
43 * * * * sweepFiles
`
