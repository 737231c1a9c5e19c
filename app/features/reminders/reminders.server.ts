/** The jobs that send reminders, each at most once: of orders that expire soon and of runs that begin soon. */
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { forEachSettled } from '../../platform/for-each-settled.ts'
import {
  lockEndingSoon,
  lockStartingSoon,
  markStartReminded,
  ordersEndingSoon,
  ordersStartingSoon,
} from './queries.server.ts'
import { mailOrderEnding, mailRunStarting } from './reminder-mails.server.ts'

type Deps = Pick<Services, 'db' | 'settings' | 'now'>

/** The maximum of reminders in one run of a job; the next run continues. */
const BATCH_SIZE = 500

export async function remindOfEndings(services: Deps, max = BATCH_SIZE): Promise<void> {
  const now = services.now()
  await forEachSettled(await ordersEndingSoon(services.db, now, max), (id) =>
    sendIfDue(
      services,
      (tx) => lockEndingSoon(tx, id, now),
      (tx) => mailOrderEnding(tx, services.settings, id, now),
    ),
  )
}

export async function remindOfStarts(services: Deps, max = BATCH_SIZE): Promise<void> {
  const now = services.now()
  await forEachSettled(await ordersStartingSoon(services.db, now, max), (id) =>
    sendIfDue(
      services,
      (tx) => lockStartingSoon(tx, id, now),
      async (tx) => {
        await mailRunStarting(tx, services.settings, id, now)
        await markStartReminded(tx, id)
      },
    ),
  )
}

/** The order may have been paid, cancelled or refunded since it was selected. */
async function sendIfDue({ db }: Deps, isDue: (tx: Tx) => Promise<boolean>, mail: (tx: Tx) => Promise<void>) {
  await db.transaction().execute(async (tx) => {
    if (await isDue(tx)) await mail(tx)
  })
}
